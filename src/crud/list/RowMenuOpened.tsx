import { type Opener, useFirstOpening } from '../../ui/use-first-opening.ts'
import { ActionMenu } from './ActionMenu.tsx'
import type { RowAction } from './columns.ts'

interface RowMenuOpenedProps {
  actions: readonly RowAction[]
  id: string
  trigger: (onClick?: () => void) => Opener
}

/** The menu of a row after its first opening. */
export function RowMenuOpened(props: RowMenuOpenedProps) {
  const { button, opened, setOpened } = useFirstOpening()
  return <ActionMenu {...props} button={button} opened={opened} onOpened={setOpened} />
}
