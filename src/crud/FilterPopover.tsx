import { Popover } from '@mantine/core'
import { cloneElement } from 'react'
import { type Opener, useFirstOpening } from '../ui/use-first-opening.ts'
import { CountedControl, type CountedControlProps } from './CountedControl.tsx'

interface FilterPopoverProps extends CountedControlProps {
  target: Opener
}

/** The control of one filter, under its chip, from its first opening on. */
export function FilterPopover({ target, ...control }: FilterPopoverProps) {
  const { button, opened, setOpened } = useFirstOpening()
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal opened={opened} onChange={setOpened}>
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={control.filter.label}>
        <CountedControl {...control} />
      </Popover.Dropdown>
    </Popover>
  )
}
