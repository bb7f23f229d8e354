import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { IN_PLACE } from './list-search.ts'
import classes from './RecordTabs.module.css'

/** By name in the address; the first is the one shown without a name. */
export type Tabbed = Readonly<Record<string, { label: ReactNode; show: ReactNode }>>

/** The name of the open tab. */
export function useTab(tabs: Tabbed): string | undefined {
  const { scheda }: { scheda?: unknown } = useSearch({ strict: false })
  return typeof scheda === 'string' && Object.hasOwn(tabs, scheda) ? scheda : Object.keys(tabs)[0]
}

/** The parts of a record, one at a time. The address is that of the open one; what was chosen in another is there again when one comes back to it. */
export function RecordTabs({ tabs }: { tabs: Tabbed }) {
  const search: object = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = useTab(tabs)!
  const chosen = useRef<Record<string, object>>({})
  const [first] = Object.keys(tabs)
  const show = (next: string) => {
    chosen.current[open] = search
    void navigate({
      to: '.',
      search: { ...chosen.current[next], scheda: next === first ? undefined : next } as never,
      ...{ ...IN_PLACE, replace: true },
    })
  }
  return (
    <Tabs value={open} keepMounted={false} onChange={(next) => show(next!)}>
      <Tabs.List className={classes.tabs}>
        {Object.entries(tabs).map(([name, { label }]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, { show }]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {show}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
