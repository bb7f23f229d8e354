import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CardRow, cards } from '../../contract/cards/cards.ts'
import { customers } from '../../contract/cards/customers.ts'
import { type CardType, cardStatuses, cardTypes } from '../../contract/cards/words.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import { textColumn } from '../../crud/list/columns.ts'
import { anyOf, type Filter, lookup, oneOf, related, yesNo } from '../../crud/list/filters.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { totalOf, useRows } from '../../crud/list/use-rows.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { count } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { cardColumns } from '../../rules/cards/card-columns.ts'
import { isFinal } from '../../rules/cards/card-states.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconDownload, IconPencil, IconTrash, IconUpload } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { cardState, words } from './card.ts'
import { useCardActions } from './use-card-actions.tsx'
import { useCardPapers } from './use-card-papers.tsx'

const CrudDialog = part(() => import('../../crud/form/CrudDialog.tsx').then((m) => m.CrudDialog))
const PrintDialog = part(() => import('./PrintDialog.tsx').then((m) => m.PrintDialog))
const CardForm = part(() => import('./CardForm.tsx').then((m) => m.CardForm))

const within = oneOf('In scadenza', { 30: 'Entro 30 giorni', 60: 'Entro 60 giorni', 90: 'Entro 90 giorni' })
const expiring: Filter<string[]> = {
  ...within,
  say: ([days = '']) => within.say(days),
  control: ({ value, onChange, ...props }) =>
    within.control({ ...props, value: value?.[0], onChange: (days) => onChange(days ? [days] : undefined) }),
}
const filters = {
  status: anyOf('Stato', cardStatuses),
  customer_id: related('Cliente', customers.suggest, ({ code, name }) => `${code} ${name}`),
  expiring,
  fuel: lookup('Carburante ammesso', fuels.list as never),
  sync_error: yesNo('Errore di sincronizzazione'),
}
const ALL = 'all'
const shortTypes: Record<CardType, string> = { ...cardTypes, prepaid: 'Prepagata', points: 'Punti' }

/** The tabs by type, each with the number of its cards under the other filters. */
function TypeTabs({ list }: { list: ReturnType<typeof useListState<typeof cards.list>> }) {
  const desk = useDesk()
  const { type, page: _, sort: __, ...others } = list.search
  const { data } = useQuery(query(cards.list, { ...others, page: 1, per_page: 5, facet: 'type' } as never)) as {
    data: { counts?: Record<string, number> } | undefined
  }
  const say = (name: string, many: number | undefined) => (many === undefined ? name : `${name} (${count(many)})`)
  const options = [
    { value: ALL, label: say('Tutte', data && Object.values(data.counts ?? {}).reduce((all, one) => all + one, 0)) },
    ...(Object.keys(cardTypes) as CardType[]).map((value) => ({
      value,
      label: say(desk ? shortTypes[value] : cardTypes[value], data && (data.counts?.[value] ?? 0)),
    })),
  ]
  const chosen = type?.length === 1 ? type[0]! : ALL
  const choose = (next: string | null) => list.onSearch({ type: next === ALL || !next ? undefined : [next as CardType] })
  return desk ? (
    <SegmentedControl mb="sm" aria-label="Tipo" data={options} value={chosen} onChange={choose} />
  ) : (
    <Select mb="sm" aria-label="Tipo" data={options} value={chosen} onChange={choose} allowDeselect={false} />
  )
}

/** "Tessere": the newest first, with tabs by type. */
export function CardList() {
  const list = useListState(cards.list)
  const phone = usePhone()
  const dialog = useRecordDialog()
  const can = useCan()
  const remove = useDelete(cards.remove, words.thing)
  const { actionsOf, question } = useCardActions()
  const papersOf = useCardPapers()
  const [printing, setPrinting] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const { page } = useRows(list.source, list.search, list.given)
  const writes = can(cards.create.policy)
  const add = writes && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  const tools = writes && (
    <>
      <LinkButton variant="default" leftSection={<IconUpload />} to="/carte/importa">
        Importa da Excel
      </LinkButton>
      <Button variant="default" leftSection={<IconDownload />} onClick={() => setPrinting(true)}>
        Stampa
      </Button>
    </>
  )
  const rowActions = (card: CardRow) => [
    ...actionsOf(card),
    ...papersOf(card),
    ...(isFinal(card.status) ? [] : [{ label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(card.id) }]),
    ...(card.status === 'to_activate' && !card.synced_at && can(cards.remove.policy)
      ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => void remove({ id: card.id }, card.number) }]
      : []),
  ]
  return (
    <Page
      title={words.title}
      count={page && totalOf(page)}
      action={
        phone
          ? add
          : tools && (
              <Group gap="xs">
                {tools}
                {add}
              </Group>
            )
      }
    >
      <TypeTabs list={list} />
      <PagedTable
        {...list}
        filters={filters as never}
        onTicked={setTicked as never}
        layouts={phone && tools}
        link={({ id }) => ({ to: '/carte/{-$id}', params: { id } })}
        actions={writes ? rowActions : undefined}
        empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
        columns={{
          Numero: { ...textColumn(cardColumns.Numero), sort: 'number', width: 8 },
          Cliente: { ...textColumn(cardColumns.Cliente), sort: 'customer' },
          Stato: {
            ...cardColumns.Stato,
            show: ({ status }) => <StatusChip {...cardState(status)} />,
            sort: 'status',
            width: 8.5,
            card: 'chip',
          },
          Targa: { ...textColumn(cardColumns.Targa), sort: 'plate', width: 6.5, card: 'chip' },
          Tipo: { ...textColumn(cardColumns.Tipo), width: 11, spare: 2, card: 'foot' },
          Scadenza: {
            ...textColumn(cardColumns.Scadenza),
            ...{
              sort: 'expires_at',
              width: 7,
              spare: 1,
              card: 'foot',
              onCard: (row: CardRow) => `scade il ${cardColumns.Scadenza.text(row)}`,
            },
          },
          Intestatario: { ...textColumn(cardColumns.Intestatario), spare: 3, card: 'none' },
          Sincronizzata: { ...textColumn(cardColumns.Sincronizzata), width: 9, spare: 4, card: 'none' },
        }}
      />
      {writes && dialog.subject && <CrudDialog resource={cards as never} words={words} form={CardForm as never} />}
      {question}
      {printing && <PrintDialog search={list.search} total={page?.total} ids={ticked} onClose={() => setPrinting(false)} />}
    </Page>
  )
}
