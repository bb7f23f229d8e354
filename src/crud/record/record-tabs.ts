import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { useCan } from '../../lib/session.ts'

/** Tabs by name in the address; the first has no name. `count`: number of items. `policy`: who may see it. */
export type TabSet = Readonly<Record<string, { label: string; count?: number; policy?: PolicyName; show: ReactNode }>>

/** The parameter that names the open tab; `parte` for tabs within a tab. */
export type TabParameter = 'scheda' | 'parte'
export type TabSearch = { [K in TabParameter | 'gestione']?: unknown }

/** The parameter that names the record where the path does not: every tab of the record keeps it. */
export const namesRecord = ({ gestione }: TabSearch) => (gestione === undefined ? {} : { gestione })

/** The tabs that the signed-in person may see. */
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
