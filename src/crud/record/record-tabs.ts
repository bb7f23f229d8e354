import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { useCan } from '../../lib/session.ts'

/** By name in the address; the first is the one shown without a name. `count`: how many stand in it. `policy`: who is shown it. */
export type TabSet = Readonly<Record<string, { label: string; count?: number; policy?: PolicyName; show: ReactNode }>>

/** The parameter that names the open tab; of tabs within a tab it is `parte`. */
export type TabParameter = 'scheda' | 'parte'
export type TabSearch = { [K in TabParameter]?: unknown }

/** Those of the tabs that whoever is signed in is shown. */
export function useVisibleTabs(tabs: TabSet): TabSet {
  const can = useCan()
  return Object.fromEntries(Object.entries(tabs).filter(([, { policy }]) => !policy || can(policy)))
}
/** The name of the open tab. */
export function useOpenTab(given: TabSet, by: TabParameter = 'scheda'): string | undefined {
  const tabs = useVisibleTabs(given)
  const { [by]: named }: TabSearch = useSearch({ strict: false })
  return typeof named === 'string' && Object.hasOwn(tabs, named) ? named : Object.keys(tabs)[0]
}
