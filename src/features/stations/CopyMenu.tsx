import { ActionIcon, Menu } from '@mantine/core'
import type { DayHours } from '../../rules/stations/opening-hours.ts'
import { IconCopy } from '../../ui/icons.tsx'

const WORKING_DAYS = [1, 2, 3, 4, 5]

interface CopyMenuProps {
  of: string
  hours: DayHours | undefined
  all: readonly number[]
  onCopy: (targets: readonly number[]) => void
}
/** The hours of one day onto others. */
export const CopyMenu = ({ of, hours, all, onCopy }: CopyMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" aria-label={`Copia gli orari: ${of}`} disabled={!hours}>
        <IconCopy />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onCopy(all)}>Copia su tutti i giorni</Menu.Item>
      <Menu.Item onClick={() => onCopy(WORKING_DAYS)}>Copia da lunedì a venerdì</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
