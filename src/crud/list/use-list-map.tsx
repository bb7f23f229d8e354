import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { IconMap } from '../../ui/icons.tsx'
import type { SidePanel } from '../record/use-side-panel.ts'
import type { RowAction } from './columns.ts'
import { IN_PLACE, type ListEndpoint, type ListSearch, type ListState, pageSizeOf, readSearch, useParameters } from './list-search.ts'

const parameters = readSearch({
  mappa: v.optional(
    v.pipe(
      v.literal('true'),
      v.transform(() => true),
    ),
  ),
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
 * A map beside a list, with the same filters and order and a shared chosen row. Whether it is open, and the chosen row, are in the address.
 * `Panel` is a `part()`.
 */
export function useListMap<const E extends ListEndpoint>(
  { search, onSearch }: ListState<E>,
  Panel: (props: MapPanelProps<E> & { meanwhile?: ReactNode }) => ReactNode,
) {
  const { mappa, scelta } = useParameters(parameters)
  const [chosen, setChosen] = useState(scelta)
  const navigate = useNavigate()
  useKeptInAddress(mappa ? chosen : undefined)
  const show = (on: boolean) =>
    void navigate({
      to: '.',
      search: ((old: object) => ({ ...old, mappa: on || undefined, scelta: on ? chosen : undefined })) as never,
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
    actionsOf: ({ id }: { id: number }): RowAction[] =>
      mappa ? [{ label: 'Mostra sulla mappa', icon: IconMap, onSelect: () => look(id) }] : [],
    views: (
      <SegmentedControl
        aria-label="Vista"
        data={[
          { value: 'list', label: 'Elenco' },
          { value: 'map', label: 'Mappa' },
        ]}
        value={mappa ? 'map' : 'list'}
        onChange={(value) => show(value === 'map')}
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
