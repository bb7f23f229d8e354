import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Filter } from './filters.tsx'

interface FilterPopoverProps {
  filter: Filter
  value: unknown
  onChange: (value: unknown) => void
  target: ReactElement
}

/** The control of one filter, under its chip, from its first opening on. */
export function FilterPopover({ filter: { label, Control }, value, onChange, target }: FilterPopoverProps) {
  return (
    <Popover position="bottom-start" trapFocus withinPortal defaultOpened>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Control label={label} value={value} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}
