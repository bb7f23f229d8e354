import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { stations } from '../../contract/stations/stations.ts'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { useParameters } from '../../crud/list/list-search.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { query } from '../../lib/query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { AttachSection } from './Attach.tsx'
import { longText } from './EditTicket.tsx'
import { PieceSelect } from './PieceSelect.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import { keyOf, linkOf, TICKETS } from './ticket-links.ts'
import { ticketSearch } from './tickets-search.ts'
import { useChosenFiles } from './use-chosen-files.ts'

/** "Nuovo ticket". The address may name the station and the piece of equipment. */
export function NewTicket() {
  const { pv, tipo, pezzo } = useParameters(ticketSearch)
  const station = useQuery({ ...query(stations.get, { id: pv ?? 0 }, true), enabled: pv !== undefined })
  const name = station.data && `${station.data.code} ${station.data.name}`
  return (
    <RecordFrame list={TICKETS} title="Nuovo ticket" name="Nuovo ticket" subtitle={name}>
      {pv !== undefined && station.isPending ? (
        <LoadingRows />
      ) : pv !== undefined && station.isError ? (
        <EmptyState message="Il punto vendita non si è potuto leggere: sceglilo da un nuovo ticket." />
      ) : (
        <Form
          station={station.data ? { id: station.data.id, code: station.data.code, name: station.data.name } : undefined}
          piece={tipo && pezzo ? { type: tipo, id: pezzo } : undefined}
        />
      )}
    </RecordFrame>
  )
}

type Piece = { type: NonNullable<Ticket['equipment']>['type']; id: number }
interface FormProps {
  station: { id: number; code: string; name: string } | undefined
  piece: Piece | undefined
}
function Form({ station, piece }: FormProps) {
  const router = useRouter()
  const files = useChosenFiles()
  const { data: info } = useQuery(query(tickets.info, {}))
  const done = async (made: Ticket) => {
    const bytes = files.chosen.map(({ file }) => file)
    try {
      if (bytes.length) await call(tickets.upload, { ...keyOf(made), files: bytes })
    } catch (error) {
      notify.error(`Il ticket è aperto, ma gli allegati non sono arrivati: aggiungili con una risposta. ${(error as Error).message}`)
    }
    await router.navigate({ ...linkOf(made), replace: true })
  }
  const initial = {
    ...{ station_id: station?.id ?? null, category_id: null, equipment: piece ?? null },
    ...{ subject: '', description: '', priority: null, contact: '' },
  } as const
  const { form, values, ...of } = useRecordForm({ create: tickets.create }, undefined, initial, done)
  const chosen: number | null = values.useValue('station_id')
  const categoryId: number | null = values.useValue('category_id')
  const category = info?.categories.find(({ id }) => id === categoryId)
  const categoryLabel = ({ parent_id, name }: { parent_id: number | null; name: string }) =>
    [info?.categories.find(({ id }) => id === parent_id)?.name, name].filter(Boolean).join(' › ')
  const categories = (info?.categories ?? []).map((one) => ({ value: String(one.id), label: categoryLabel(one) }))
  const leave = () => router.history.back()
  const { value: _, defaultValue: first, onChange, ...input } = of.field('category_id')
  return (
    <RecordForm form={form} onCancel={leave} submit="Apri ticket">
      <ResourceSelect
        {...of.field('station_id')}
        source={stations.suggest}
        say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
        chosen={(station ?? null) as never}
        value={chosen}
        defaultValue={undefined}
        required={!!category?.requires_station}
        clearable={!station}
        data-autofocus={station ? undefined : true}
        onChange={(id: number | null) => {
          values.set('station_id', id)
          // A piece of equipment belongs to one station.
          values.set('equipment', null)
        }}
      />
      <Select
        {...input}
        data={categories}
        searchable
        allowDeselect={false}
        defaultValue={first ? String(first) : null}
        onChange={(id) => {
          const next = info?.categories.find((one) => String(one.id) === id)
          onChange(next?.id ?? null)
          values.set('priority', next?.default_priority ?? null)
        }}
      />
      {chosen !== null && (
        <PieceSelect key={chosen} station={chosen} value={values.get('equipment')} onChange={(next) => values.set('equipment', next)} />
      )}
      <Fields of={of} names={['subject', 'description']} inputs={longText} />
      <PrioritySelect {...of.field('priority')} key={category?.id} description="Di solito è quella della categoria." />
      <Fields of={of} names={['contact']} />
      <AttachSection files={files.chosen} onFiles={files.add} onRemove={files.remove} />
    </RecordForm>
  )
}
