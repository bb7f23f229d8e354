import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type FocusEvent, type MouseEvent, useRef, useState, useSyncExternalStore } from 'react'
import { prices, type StationPrices } from '../../contract/prices/prices.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { listLoader } from '../../crud/list/list-loader.ts'
import { IN_PLACE, type ListSearch, useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { useRows, useTotal } from '../../crud/list/use-rows.ts'
import { connection } from '../../lib/online.ts'
import { query } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconGasStation, IconRefresh } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { priceColumns } from './columns.tsx'
import { priceFilters } from './filters.ts'
import { focusCell, gridKeys, priceIn } from './grid-keys.ts'
import { PricePdfs } from './PricePdfs.tsx'
import { findCell, type PasteResult, pasteBlock } from './paste.ts'
import { changedPrice, priceDraftOf, renewed, seriesOf } from './price-draft.ts'
import classes from './prices.module.css'

// Loaded with the first price entered.
const PublishBar = part(() => import('./PublishBar.tsx').then((m) => m.PublishBar))
const SendingList = part(() => import('./SendingList.tsx').then((m) => m.SendingList))
const VariationDialog = part(() => import('./VariationDialog.tsx').then((m) => m.VariationDialog))
const VariationProgress = part(() => import('./VariationProgress.tsx').then((m) => m.VariationProgress))
const PhonePrices = part(() => import('./PhonePrices.tsx').then((m) => m.PhonePrices))
const KeptPrices = part(() => import('./KeptPrices.tsx').then((m) => m.KeptPrices))
const StaleBanner = part(() => import('./StaleBanner.tsx').then((m) => m.StaleBanner))
const PasteReport = part(() => import('./PasteReport.tsx').then((m) => m.PasteReport))

const loadPrices = listLoader(prices.list)
export const Route = createFileRoute('/_signed/prezzi')({
  ...listRoute<typeof prices.list, { pv?: number }>('prices.read'),
  loader: (given) => {
    loadPrices(given)
    void given.context.queryClient.prefetchQuery(query(fuels.suggest, {}))
  },
  component: PricesPage,
})

/** What may be done with a row; false for what the person may not do. */
const actionsOn = ({ writable, cells }: StationPrices, { onOpen, onRenew }: Record<'onOpen' | 'onRenew', false | (() => void)>) => [
  ...(onOpen ? [{ label: 'Apri il punto vendita', icon: IconGasStation, onSelect: onOpen }] : []),
  ...(onRenew && writable && cells.some(({ price }) => price !== null) ? [{ label: 'Rinnova', icon: IconRefresh, onSelect: onRenew }] : []),
]

/** Clicks of the grid, and where the focus returns after a publication: to the cell that had it last, to one of the published ones, or to the title above the result. */
function useGridFocus() {
  const grid = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  return {
    props: {
      ref: grid,
      // A click beside the figure of a cell is meant for it: it does not open the row.
      onClickCapture(event: MouseEvent<HTMLElement>) {
        if (event.target instanceof HTMLTableCellElement && priceIn(event.target)) event.stopPropagation()
      },
      onFocusCapture({ target }: FocusEvent<HTMLElement>) {
        last.current = priceIn(target.closest('td'))?.dataset.price || last.current
      },
    },
    giveBack(keys: readonly string[]) {
      const cells = [last.current, ...keys].map((key) => key && grid.current?.querySelector(`[data-price="${key}"]`)?.closest('td'))
      const cell = cells.find((one) => one instanceof HTMLTableCellElement)
      if (!focusCell(cell)) document.getElementById('page-title')?.focus()
    },
  }
}

/** Prints of the list, and its variation for who may publish. */
const Buttons = ({ search, onVary }: { search: ListSearch<typeof prices.list>; onVary: false | (() => void) }) => (
  <Group gap="xs">
    <PricePdfs search={search} />
    {onVary && (
      <Button variant="default" onClick={onVary}>
        Applica variazione
      </Button>
    )}
  </Group>
)

/** Opens the prices of a station on a phone. */
const linkOf = ({ id }: StationPrices): LinkProps => ({
  to: '.',
  search: ((old: object) => ({ ...old, pv: id })) as never,
  resetScroll: false,
})
/** Opens the prices of a station on its own page. */
const stationOf = ({ id }: StationPrices): LinkProps => ({
  to: '/stazioni/$id',
  params: { id: String(id) },
  search: { scheda: 'carburanti' },
})
/** "Prezzi": the prices of each station as a grid that is edited like a spreadsheet and then published. */
function PricesPage() {
  const list = useListState(prices.list)
  const me = useMe()
  const can = useCan()
  const navigate = useNavigate()
  const [draft] = useState(() => priceDraftOf(me.id))
  const tabbing = useRef({ on: false })
  const focus = useGridFocus()
  const [pasted, setPasted] = useState<PasteResult>()
  const [varying, setVarying] = useState(false)
  const job = draft.job.use()
  const { data: known = [] } = useQuery(query(fuels.suggest, {}))
  const { page, phase } = useRows(prices.list, list.search)
  const rows = page?.data ?? []
  const away = connection.use() !== 'online'
  const writes = can(prices.create.policy)
  const cellOf = (key: string) => findCell(rows, key, (fuel) => known.find(({ id }) => id === fuel)?.name ?? `Carburante ${fuel}`)
  const commit = (text: string) => {
    const open = draft.editing.get()
    draft.editing.set(undefined)
    const cell = open && cellOf(open.key)
    if (!open || !cell || text === open.text) return
    draft.put({ [open.key]: changedPrice(cell, text) })
  }
  const begun = useSyncExternalStore(draft.cells.subscribe, () => writes && Object.keys(draft.cells.get()).length > 0)
  const sent = useSyncExternalStore(draft.sending.subscribe, () => writes && draft.sending.get().length > 0)
  const phone = usePhone()
  const { pv } = Route.useSearch()
  const open = phone && writes ? rows.find(({ id }) => id === Number(pv)) : undefined
  const onOpen = (station: number | undefined) =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, pv: station })) as never, ...IN_PLACE, replace: open !== undefined })
  const pending = useSyncExternalStore(draft.cells.subscribe, () => seriesOf(draft.cells.get()))
  const columns = priceColumns(known, rows, {
    ...{ draft, writes: writes && !phone, onCommit: commit },
    pending: pending.split(','),
  })
  const link = phone && writes ? linkOf : can('net.field') ? stationOf : undefined
  const actions = (row: StationPrices) =>
    actionsOn(row, {
      onOpen: can('net.field') && (() => void navigate({ to: '/stazioni/$id', params: { id: row.id } })),
      onRenew: writes && (() => draft.put(renewed(row, cellOf))),
    })
  const buttons = <Buttons search={list.search} onVary={writes && (() => setVarying(true))} />
  return (
    <Page title="Prezzi" count={useTotal(list)} action={buttons}>
      <Stack gap="sm">
        {away && phase === 'error' && <KeptPrices />}
        {sent && <SendingList draft={draft} />}
        {job !== undefined && <VariationProgress job={job} onJob={draft.setJob} />}
        {phone && !list.search.stale && <StaleBanner onShow={() => list.onSearch({ stale: true })} />}
        {begun && <PublishBar draft={draft} onPublish={() => focus.giveBack(Object.keys(draft.cells.get()))} />}
        {pasted && <PasteReport result={pasted} draft={draft} onClose={() => setPasted(undefined)} />}
        <div
          {...focus.props}
          className={classes.grid}
          onKeyDownCapture={(event) => writes && gridKeys(event, { draft, commit, tabbing: tabbing.current })}
          onPaste={(event) => {
            const cell = (event.target as HTMLElement).closest('td')
            const text = event.clipboardData.getData('text/plain')
            const inBox = (event.target as HTMLElement).matches('input')
            if (!writes || !cell || !priceIn(cell) || (inBox && !/[\t\n]/.test(text.trim()))) return
            event.preventDefault()
            draft.editing.set(undefined)
            setPasted(pasteBlock(text, cell, { draft, cellOf, headings: Object.keys(columns) }))
            tabbing.current.on = true
            cell.tabIndex = -1
            cell.focus()
          }}
        >
          <PagedTable
            {...list}
            columns={columns}
            actions={actions}
            {...(link && { link })}
            filters={priceFilters as never}
            empty={<EmptyState icon={IconGasStation} message="Nessun punto vendita con prezzi." />}
          />
        </div>
      </Stack>
      {open && <PhonePrices {...{ row: open, rows, draft, cellOf, onOpen }} />}
      {varying && (
        <VariationDialog
          search={list.search}
          known={known}
          onStart={(id) => {
            setVarying(false)
            draft.setJob(id)
          }}
          onClose={() => setVarying(false)}
        />
      )}
    </Page>
  )
}
