import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IN_PLACE } from '../list/list-search.ts'
import classes from './RecordTabs.module.css'
import { namesRecord, type TabParameter, type TabSearch, type TabSet, useOpenTab, useVisibleTabs } from './record-tabs.ts'

/** The tabs of a record. The address names the open one; each tab's own parameters are restored when one returns to it. */
export function RecordTabs({ tabs: given, by = 'scheda' }: { tabs: TabSet; by?: TabParameter }) {
  const tabs = useVisibleTabs(given)
  const search: TabSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = useOpenTab(tabs, by)!
  const chosen = useRef<Record<string, object>>({})
  const list = useRef<HTMLDivElement>(null)
  const [first] = Object.keys(tabs)
  const show = (next: string) => {
    chosen.current[open] = search
    const around = by === 'parte' && { scheda: search.scheda }
    void navigate({
      to: '.',
      search: { ...namesRecord(search), ...chosen.current[next], ...around, [by]: next === first ? undefined : next } as never,
      ...{ ...IN_PLACE, replace: true },
    })
  }
  // Scrolls the open tab into view where not all fit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is what is looked for
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <Tabs value={open} keepMounted={false} onChange={(next) => show(next!)}>
      <Tabs.List ref={list} className={classes.tabs}>
        {Object.entries(tabs).map(([name, { label, count }]) => (
          <Tabs.Tab key={name} value={name}>
            {count === undefined ? label : `${label} (${count})`}
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
