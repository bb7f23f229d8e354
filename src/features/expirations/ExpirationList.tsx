import { Button, Group, SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { dueFilterLabels, dueFilters, expirations } from '../../contract/expirations/expirations.ts'
import { expirationStatuses, expirationSubjects, expirationTypes, periodicities } from '../../contract/expirations/words.ts'
import { stations } from '../../contract/stations/stations.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import { anyOf, anyOfMany, type Filter, related } from '../../crud/list/filters.tsx'
import { IN_PLACE, listSearch, useListState, useParameters } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { period } from '../../crud/list/period.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { day, today } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { dueStatus } from '../../rules/expirations/due-dates.ts'
import { monthOf } from '../../rules/shared/calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { stationOf, words } from './expiration.ts'
import { keptOf } from './month.ts'
import { useExpirationActions } from './use-expiration-actions.tsx'

const CrudDialog = part(() => import('../../crud/form/CrudDialog.tsx').then((m) => m.CrudDialog))
const ExpirationMonth = part(() => import('./ExpirationMonth.tsx').then((m) => m.ExpirationMonth), <LoadingRows />)
const FeedDialog = part(() => import('./FeedDialog.tsx').then((m) => m.FeedDialog))
const ExpirationForm = part(() => import('./ExpirationForm.tsx').then((m) => m.ExpirationForm))

/** The record that expirations are about. It comes from a link to this page and cannot be chosen here. */
const about: Filter<string[]> = {
  label: 'Riferita a',
  say: (subjects) =>
    subjects
      .map((one) => one.split(':'))
      .map(([kind, id]) => `${expirationSubjects[kind as keyof typeof expirationSubjects] ?? kind} (scheda ${id})`)
      .join(', '),
  control: ({ value }) => (value?.length ? about.say(value) : 'Si sceglie dalla data di un’attrezzatura.'),
}
const filters = {
  type: anyOfMany('Tipo', expirationTypes),
  status: anyOf('Stato', expirationStatuses),
  from: period('Data', 'to', { ahead: true }),
  station_id: related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`),
  subject: about,
}
const CALENDAR = 'calendario'
const pageSearch = listSearch(expirations.list, {
  scheda: v.picklist([CALENDAR]),
  mese: v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
})
const ALL = 'all'
type Due = (typeof dueFilters)[number]
const presets = (short: boolean) => [
  { value: ALL, label: 'Tutte' },
  ...dueFilters.map((value) => ({ value, label: short ? dueFilterLabels[value].replace('giorni', 'gg') : dueFilterLabels[value] })),
]
/** Above the rows at a desk, among the filters on a phone. */
const dueFilter = (phone: boolean): Filter<Due[]> => ({
  label: 'In scadenza entro',
  say: (values) => values.map((value) => dueFilterLabels[value]).join(', '),
  control: ({ label, value, onChange }) => (
    <SegmentedControl
      aria-label={label}
      data={presets(phone)}
      fullWidth={phone}
      value={value?.length === 1 ? value[0]! : ALL}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : [chosen as Due])}
    />
  ),
})

/** "Scadenze": open expirations first, the nearest at the top; or a month of them. */
export function ExpirationList() {
  const list = useListState(expirations.list)
  const dialog = useRecordDialog()
  const can = useCan()
  const phone = usePhone()
  const within = dueFilter(phone)
  const { actionsOf, question } = useExpirationActions()
  const add = can(expirations.create.policy) && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  const { scheda, mese } = useParameters(pageSearch)
  const navigate = useNavigate()
  const go = (changes: object) => void navigate({ to: '.', search: ((old: object) => ({ ...old, ...changes })) as never, ...IN_PLACE })
  const [feed, setFeed] = useState(false)
  const turn = (
    <Group gap="xs">
      <Button variant="default" onClick={() => go({ scheda: scheda ? undefined : CALENDAR })}>
        {scheda ? 'Elenco' : 'Calendario'}
      </Button>
      <Button variant="default" onClick={() => setFeed(true)}>
        Nel tuo calendario
      </Button>
    </Group>
  )
  return (
    <Page title={words.title} count={useTotal(list, !scheda)} action={add}>
      {scheda ? (
        <ExpirationMonth
          month={mese ?? monthOf(today())}
          onMonth={(month) => go({ mese: month })}
          chosen={keptOf(list.search)}
          action={turn}
        />
      ) : (
        <PagedTable
          {...list}
          filters={(phone ? { due: within, ...filters } : filters) as never}
          link={({ id }) => ({ to: '/scadenze/{-$id}', params: { id } })}
          actions={add ? actionsOf : undefined}
          layouts={turn}
          action={!phone && within.control({ ...within, value: list.search.due, onChange: (due) => list.onSearch({ due }) })}
          empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
          columns={{
            Descrizione: { show: (row) => row.message, sort: 'message', title: true, wide: true },
            Stato: {
              show: (row) => <StatusChip {...dueStatus(row, today())} />,
              text: (row) => dueStatus(row, today()).label,
              sort: 'status',
              width: 9.5,
              card: 'chip',
            },
            Data: { show: (row) => day(row.date), sort: 'date', width: 7, card: 'chip' },
            'Punto vendita': { show: stationOf, sort: 'station', wide: true, card: 'place' },
            Tipo: { show: (row) => expirationTypes[row.type], sort: 'type', width: 12, spare: 1, card: 'foot' },
            Periodicità: { show: (row) => periodicities[row.periodicity], sort: 'periodicity', width: 8, spare: 2, card: 'foot' },
          }}
        />
      )}
      {feed && <FeedDialog onClose={() => setFeed(false)} />}
      {add && dialog.subject && <CrudDialog resource={expirations} words={words} form={ExpirationForm} />}
      {question}
    </Page>
  )
}
