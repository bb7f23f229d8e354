import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { type Station, stationStatuses } from '../../contract/stations/stations.ts'
import { ActionMenu } from '../../crud/list/ActionMenu.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './StationStatus.module.css'
import { statusTone } from './status-tone.ts'
import { useStatus } from './use-status.tsx'

/** The state of a station, and for who may, the way to change it. */
export function StationStatus({ station }: { station: Station }) {
  const [opened, setOpened] = useState(false)
  const { actionsOf, question } = useStatus()
  const actions = actionsOf(station)
  const label = stationStatuses[station.status]
  const chip = <StatusChip tone={statusTone(station.status)} label={label} />
  if (!actions.length) return chip
  return (
    <>
      <ActionMenu
        actions={actions}
        opened={opened}
        onOpened={setOpened}
        trigger={(onClick) => (
          <UnstyledButton className={classes.state} aria-haspopup="menu" aria-label={`Stato: ${label}. Cambia stato`} onClick={onClick}>
            {chip}
            <IconChevronDown size={16} />
          </UnstyledButton>
        )}
      />
      {question}
    </>
  )
}
