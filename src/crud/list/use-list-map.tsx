import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { IconMap } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { SidePanel } from '../record/use-side-panel.ts'
import type { RowAction } from './columns.ts'
import { IN_PLACE, type ListEndpoint, type ListSearch, type ListState, pageSizeOf, readSearch, useParameters } from './list-search.ts'

const on = v.optional(
  v.pipe(
    v.literal('true'),
    v.transform(() => true),
  ),
)
const parameters = readSearch({
  mappa: on,
  schede: on,
  scelta: wholeNumber(1),
})

export interface MapPanelProps<E extends ListEndpoint> {
  /** The current search of the list. */
  search: ListSearch<E>
  chosen: number | undefined
  /** `at`: index among all rows the list finds. */
  onChoose: (id: number, at: number) => void
}

/**
 * The views of a list: its table, its cards, and a map beside it with the same filters and order and a shared chosen row. The view and the
 * chosen row are in the address. On a phone the rows are cards anyway.
 * `Panel` is a `part()`.
 */
export function useListMap<const E extends ListEndpoint>(
  { search, onSearch }: ListState<E>,
  Panel: (props: MapPanelProps<E> & { meanwhile?: ReactNode }) => ReactNode,
) {
  const phone = usePhone()
  const { mappa, schede, scelta } = useParameters(parameters)
  const [chosen, setChosen] = useState(scelta)
  const navigate = useNavigate()
  useKeptInAddress(mappa ? chosen : undefined)
  const show = (view: string) =>
    void navigate({
      to: '.',
      search: ((old: object) => ({
        ...old,
        mappa: view === 'map' || undefined,
        schede: view === 'cards' || undefined,
        scelta: view === 'map' ? chosen : undefined,
      })) as never,
      ...IN_PLACE,
    })
  function onPoint(id: number, at: number) {
    setChosen(id)
    const page = Math.floor(at / pageSizeOf(search)) + 1
    if (page !== ((search as { page?: number }).page ?? 1)) onSearch({ page } as ListSearch<E>, { replace: true })
  }
  function look(id: number) {
    setChosen(id)
    // On a phone the map is above the cards.
    document.getElementById('mappa')?.scrollIntoView({ block: 'nearest' })
  }
  const beside: SidePanel = {
    chosen,
    onChoose: (id) => setChosen(Number(id)),
    panel: <Panel meanwhile={<div className="skeleton" />} search={search} chosen={chosen} onChoose={onPoint} />,
  }
  return {
    beside: mappa ? beside : undefined,
    cards: !!schede && !mappa,
    actionsOf: ({ id }: { id: number }): RowAction[] =>
      mappa ? [{ label: 'Mostra sulla mappa', icon: IconMap, onSelect: () => look(id) }] : [],
    views: (
      <SegmentedControl
        aria-label="Vista"
        data={[
          { value: 'list', label: 'Elenco' },
          ...(phone ? [] : [{ value: 'cards', label: 'Schede' }]),
          { value: 'map', label: 'Mappa' },
        ]}
        value={mappa ? 'map' : schede && !phone ? 'cards' : 'list'}
        onChange={show}
      />
    ),
  }
}

/**
 * Keeps the chosen row in the address, so that Back returns to it. Delayed, so that holding an arrow key does not change the address at
 * each step.
 */
function useKeptInAddress(scelta: number | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (scelta === undefined) return undefined
    const timer = setTimeout(
      () => void navigate({ to: '.', search: ((old: object) => ({ ...old, scelta })) as never, ...IN_PLACE, replace: true }),
      300,
    )
    return () => clearTimeout(timer)
  }, [scelta, navigate])
}
