import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { useCan } from '../../lib/session.ts'

/** By name in the address; the first is the one shown without a name. `count`: how many stand in it. `policy`: who is shown it. */
export type Tabbed = Readonly<Record<string, { label: string; count?: number; policy?: PolicyName; show: ReactNode }>>

/** The parameter that names the open tab; of tabs within a tab it is `parte`. */
export type By = 'scheda' | 'parte'
export type TabSearch = { [K in By]?: unknown }

/** Those of the tabs that whoever is signed in is shown. */
export function useShown(tabs: Tabbed): Tabbed {
  const can = useCan()
  return Object.fromEntries(Object.entries(tabs).filter(([, { policy }]) => !policy || can(policy)))
}
/** The name of the open tab. */
export function useTab(given: Tabbed, by: By = 'scheda'): string | undefined {
  const tabs = useShown(given)
  const { [by]: named }: TabSearch = useSearch({ strict: false })
  return typeof named === 'string' && Object.hasOwn(tabs, named) ? named : Object.keys(tabs)[0]
}
