// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { competitors } from '../../../src/contract/prices/competitors.ts'
import { useSelection } from '../../../src/crud/list/use-selection.ts'
import { session } from '../../../src/lib/session.ts'
import { createRng } from '../../outbox/rng.ts'

const SEED = Number(process.env.SELECTION_SEED ?? Date.now() % 1_000_000)
const PAGES = [
  [1, 2, 3, 4, 5],
  [6, 7, 8],
]

test('whatever is ticked on two pages, singly, in ranges, by page and all at once, the chosen rows are those of a plain set', () => {
  console.log(`SELECTION_SEED=${SEED}`)
  const rng = createRng(SEED)
  session.set({ user: { id: 1, scope: ['super-admin'], permissions: [] } as never })
  const rowsOf = (page: number) => PAGES[page]!.map((id) => ({ id }))
  const { result, rerender } = renderHook(({ page, search }) => useSelection(competitors.list, { search, page }, rowsOf(page)), {
    initialProps: { page: 0, search: 'a' },
  })
  let [page, search, chosen, all] = [0, 'a', new Set<number>(), false]
  let last: number | undefined
  for (let step = 0; step < 400; step++) {
    const here = PAGES[page]!
    const known = all ? new Set(here) : chosen
    const what = rng.pick(['tick', 'tick', 'range', 'range', 'page', 'all', 'clear', 'turn', 'search'] as const)
    const said = `seed ${SEED}, step ${step}: ${what}`
    if (what === 'tick' || what === 'range') {
      const id = rng.pick(here)
      const [from, to] = [here.indexOf(last!), here.indexOf(id)]
      const between = what === 'range' && from >= 0 ? here.filter((_, at) => at >= Math.min(from, to) && at <= Math.max(from, to)) : [id]
      const on = all || chosen.has(id)
      chosen = new Set([...known].filter((one) => !on || !between.includes(one)))
      if (!on) for (const one of between) chosen.add(one)
      ;[all, last] = [false, id]
      act(() => result.current!.toggle(id, what === 'range'))
    } else if (what === 'page') {
      const every = here.every((id) => known.has(id))
      chosen = new Set([...known].filter((id) => !every || !here.includes(id)))
      if (!every) for (const id of here) chosen.add(id)
      all = false
      act(() => result.current!.togglePage())
    } else if (what === 'all' || what === 'clear') {
      ;[chosen, all] = [new Set(), what === 'all']
      act(() => (what === 'all' ? result.current!.chooseAll() : result.current!.clear()))
    } else {
      if (what === 'turn') page = 1 - page
      else [search, chosen, all] = [search === 'a' ? 'b' : 'a', new Set(), false]
      rerender({ page, search })
    }
    const now = PAGES[page]!
    const count = now.filter((id) => all || chosen.has(id)).length
    expect(result.current!.ids, said).toHaveMembers(chosen)
    expect([result.current!.all, result.current!.page], said).toEqual([all, !count ? 'none' : count < now.length ? 'some' : 'all'])
    for (const id of now) expect(result.current!.has(id), `${said}, row ${id}`).toBe(all || chosen.has(id))
  }
  session.set({ user: null })
})
