import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import type { SavedView } from '../../contract/kernel/saved-views.ts'
import { notify } from '../../lib/notify.ts'
import { query } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { defaultViews } from './default-views.ts'
import { type Layout, useLayout } from './list-layout.ts'
import { IN_PLACE } from './list-search.ts'

/** The list parameters that a view stores: filters, search and order. */
export const viewedSearch = (search: object) =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) =>
        !['page', 'per_page', 'is_paginated'].includes(name) && value !== undefined && !(Array.isArray(value) && !value.length),
    ),
  )
const same = (a: object, b: object) => {
  const sorted = (of: object) => JSON.stringify(Object.entries(viewedSearch(of)).sort(([x], [y]) => (x < y ? -1 : 1)))
  return sorted(a) === sorted(b)
}

export interface ViewState {
  /** Key in the address, so that the link can be shared. */
  key: string | undefined
  /** The view of that key, once it is loaded. */
  view: SavedView | undefined
  /** The list differs from the view. */
  changed: boolean
  /** Goes to a view, or to the list without one. */
  show: (view: Pick<SavedView, 'key' | 'search'> | undefined) => void
}

/**
 * The saved view named in the address (`vista`), and the layout of the list: the view's until the person changes it. An address with only a
 * view is filled in with its filters; a list opened without parameters opens with the person's default view.
 */
export function useView(source: Endpoint & Named, search: object): [ViewState, Layout, (next: Layout | undefined) => void] {
  const raw: { vista?: unknown } = useSearch({ strict: false })
  const key = typeof raw.vista === 'string' ? raw.vista : undefined
  const navigate = useNavigate()
  const screen = source.name
  // The call's code is fetched with the first view.
  const { data } = useQuery({
    queryKey: ['saved_views', 'view', key],
    queryFn: async ({ client }) => {
      const { savedViews } = await import('../../contract/kernel/saved-views.ts')
      return client.fetchQuery(query(savedViews.get, { key: key! }))
    },
    enabled: !!key,
  })
  const view = data?.screen === screen ? data : undefined
  const [layout, onLayout] = useLayout(`${source.resource}.${screen}${view ? `#${view.key}` : ''}`, view?.layout)
  const show: ViewState['show'] = (next) => go(next?.key, next?.search ?? {}, false)
  const go = (vista: string | undefined, wanted: object, replace: boolean) => {
    const cleared = Object.fromEntries(Object.keys(source.query?.entries ?? {}).map((name) => [name, undefined]))
    void navigate({ to: '.', search: ((old: object) => ({ ...old, ...cleared, ...wanted, vista })) as never, ...IN_PLACE, replace })
  }
  // Filled in once only: a person who clears the filters afterwards means it.
  const filled = useRef<string>(undefined)
  const bare = !Object.keys(viewedSearch(search)).length
  const { user } = session.use()
  // The address changes a moment after navigation, so the warning must not repeat.
  const missed = useRef<string>(undefined)
  useEffect(() => {
    if (key && data === null) {
      if (missed.current === key) return
      missed.current = key
      notify.warning('Questa vista non c’è più.')
      return go(undefined, search, true)
    }
    if (!key && filled.current === undefined && user) {
      filled.current = ''
      const usual = defaultViews(user.id)[screen]
      return usual && bare ? go(usual, {}, true) : undefined
    }
    if (!view || filled.current === view.key) return
    filled.current = view.key
    if (bare && Object.keys(view.search).length) go(view.key, view.search, true)
  })
  const changed =
    !!view &&
    (!bare || filled.current === view.key) &&
    !(same(search, view.search) && JSON.stringify(layout) === JSON.stringify(view.layout))
  return [{ key: view && key, view, changed, show }, layout, onLayout]
}
