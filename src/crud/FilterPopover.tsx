import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { CountedControl, type CountedControlProps } from './CountedControl.tsx'

interface FilterPopoverProps extends CountedControlProps {
  target: ReactElement
}

/** The control of one filter, under its chip, from its first opening on. */
export function FilterPopover({ target, ...control }: FilterPopoverProps) {
  return (
    <Popover position="bottom-start" trapFocus withinPortal defaultOpened>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={control.filter.label}>
        <CountedControl {...control} />
      </Popover.Dropdown>
    </Popover>
  )
}
