import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Card } from '../../contract/cards/cards.ts'
import { ActionMenu } from '../../crud/list/ActionMenu.tsx'
import type { RowAction } from '../../crud/list/columns.ts'
import { IconChevronDown } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './CardStatus.module.css'
import { cardState } from './card.ts'

/** The state of a card, and for who may, the way to change it. */
export function CardStatus({ card, actions }: { card: Card; actions: readonly RowAction[] }) {
  const [opened, setOpened] = useState(false)
  const state = cardState(card.status)
  const chip = <StatusChip {...state} />
  if (!actions.length) return chip
  return (
    <ActionMenu
      actions={actions}
      opened={opened}
      onOpened={setOpened}
      trigger={(onClick) => (
        <UnstyledButton className={classes.state} aria-haspopup="menu" aria-label={`Stato: ${state.label}. Cambia stato`} onClick={onClick}>
          {chip}
          <IconChevronDown size={16} />
        </UnstyledButton>
      )}
    />
  )
}
