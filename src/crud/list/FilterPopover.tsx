import { Popover, Tabs } from '@mantine/core'
import { cloneElement, type ReactNode } from 'react'
import { type Opener, useFirstOpening } from '../../ui/use-first-opening.ts'
import { CountedControl, type CountedControlProps, type UsableControl } from './CountedControl.tsx'
import classes from './FilterBar.module.css'

interface UnderProps {
  target: Opener
  children: ReactNode
}
/** A popover below a button, mounted at its first opening. */
function Under({ target, children }: UnderProps) {
  const { button, opened, setOpened } = useFirstOpening()
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal opened={opened} onChange={setOpened}>
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
/** The control of one filter, below its chip. */
export const FilterPopover = ({ target, ...control }: CountedControlProps & { target: Opener }) => (
  <Under target={target}>
    <CountedControl {...control} />
  </Under>
)
/** All filters below one button: their names, and the control of the selected one. */
export function FilterMenu({ target, controls }: { target: Opener; controls: readonly UsableControl[] }) {
  return (
    <Under target={target}>
      <Tabs orientation="vertical" defaultValue={controls[0]!.of} keepMounted={false} className={classes.menu}>
        <Tabs.List>
          {controls.map(({ of, filter, used }) => (
            <Tabs.Tab key={of} value={of} data-used={used || undefined}>
              {filter.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {controls.map(({ used: _, ...one }) => (
          <Tabs.Panel key={one.of} value={one.of} className={classes.control}>
            <CountedControl {...one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Under>
  )
}
