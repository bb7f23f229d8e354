import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { users } from '../../contract/people/users.ts'
import { stationDirectory, WHOLE_DIRECTORY } from '../../contract/stations/openings.ts'
import { stations } from '../../contract/stations/stations.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { FormFrame } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useParameters } from '../../crud/list/list-search.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { query } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { StorageLeft } from '../../outbox/StorageSpace.tsx'
import { savingFiles } from '../../outbox/saving-files.ts'
import { WorkState } from '../../outbox/WorkState.tsx'
import { isAgent } from '../../rules/tickets/states.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { AttachSection } from './Attach.tsx'
import { longText } from './EditTicket.tsx'
import { laneOfNewTicket } from './lanes.ts'
import type { NewTicketEditor } from './new-ticket-editor.ts'
import { isEmptyTicket } from './new-ticket-queue.ts'
import { PieceSelect } from './PieceSelect.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import { storeFiles } from './store-files.ts'
import { TICKETS } from './ticket-links.ts'
import { ticketSearch } from './tickets-search.ts'
import { useDraftFiles } from './use-draft-files.ts'
import { useNewTicketEditor } from './use-new-ticket-editor.ts'
import { useNewTicketForm } from './use-new-ticket-form.ts'

interface NewTicketFormProps {
  uuid: string
  /** The queued ticket that the server has refused, to be corrected. */
  refused: Listed | undefined
}
/** The form of a new ticket, whose text and files are on this device at once. The address may name the station and the piece of equipment. */
export function NewTicketForm({ uuid, refused }: NewTicketFormProps) {
  const { pv } = useParameters(ticketSearch)
  const station = useQuery({ ...query(stations.get, { id: pv ?? 0 }, true), enabled: pv !== undefined, retry: false })
  // A person with one station finds it chosen.
  const { data: own, isFetched: asked } = useQuery({ ...query(stations.suggest, {}), retry: false })
  const { data: here } = useStationsHere()
  const reachable = own ?? here
  const only = reachable?.length === 1 ? reachable[0] : undefined
  const known = pv === undefined ? only : (station.data ?? reachable?.find(({ id }) => id === pv))
  // Once asked it is never waited for again: the field asks the same, and the form must not go while it does.
  const waits = (pv === undefined || !known) && (!asked || (pv !== undefined && station.isPending))
  const name = pv !== undefined && known ? `${known.code} ${known.name}` : undefined
  return (
    <RecordFrame list={TICKETS} title="Nuovo ticket" name="Nuovo ticket" subtitle={name}>
      {waits ? (
        <LoadingRows />
      ) : pv !== undefined && !known ? (
        <EmptyState message="Il punto vendita non si è potuto leggere: sceglilo da un nuovo ticket." />
      ) : (
        <Opened
          uuid={uuid}
          refused={refused}
          station={known ? { id: known.id, code: known.code, name: known.name } : null}
          fixed={pv !== undefined}
        />
      )}
    </RecordFrame>
  )
}

/** The stations that are on this device, to choose from where the server cannot be asked. */
const useStationsHere = () => useQuery({ ...query(stationDirectory.list, WHOLE_DIRECTORY), enabled: false, select: ({ data }) => data })

interface OpenedProps extends NewTicketFormProps {
  station: { id: number; code: string; name: string } | null
  /** The address names the station, so it is not cleared. */
  fixed: boolean
}
function Opened({ uuid, refused, station, fixed }: OpenedProps) {
  const { tipo, pezzo } = useParameters(ticketSearch)
  const editor = useNewTicketEditor(uuid, station, tipo && pezzo ? { type: tipo, id: pezzo } : null)
  return editor ? <Form editor={editor} refused={refused} fixed={fixed} /> : <LoadingRows />
}

function Form({ editor, refused, fixed }: { editor: NewTicketEditor; refused: Listed | undefined; fixed: boolean }) {
  const router = useRouter()
  const confirm = useConfirm()
  const { local, saving } = editor.state.use()
  const { values, station } = local
  const agent = isAgent(useMe())
  const { data: here } = useStationsHere()
  const files = useDraftFiles(editor)
  const lane = laneOfNewTicket(local.uuid)
  const storing = savingFiles.use().has(lane)
  const { data: info } = useQuery(query(tickets.info, {}))
  const category = info?.categories.find(({ id }) => id === values.category_id)
  const { form, type, ...of } = useNewTicketForm(editor, refused, !!category?.requires_station, discard)
  const categoryLabel = ({ parent_id, name }: { parent_id: number | null; name: string }) =>
    [info?.categories.find(({ id }) => id === parent_id)?.name, name].filter(Boolean).join(' › ')
  const categories = (info?.categories ?? []).map((one) => ({ value: String(one.id), label: categoryLabel(one) }))
  const leave = () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/tickets', replace: true }))
  async function discard() {
    const message = 'Quello che hai scritto e i file scelti vanno persi.'
    if (!(await confirm({ title: 'Scarta bozza', message, confirm: 'Scarta', danger: true }))) return
    await editor.drop()
    await router.navigate({ to: '/tickets', replace: true })
  }
  const written = !isEmptyTicket(local)
  return (
    <FormFrame
      form={form}
      onCancel={leave}
      submit="Apri ticket"
      other={
        written &&
        form.restored === undefined && (
          <Button variant="subtle" color="red" onClick={() => void discard()}>
            Scarta bozza
          </Button>
        )
      }
    >
      <ResourceSelect
        {...of.field('station_id')}
        source={stations.suggest}
        say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
        chosen={station as never}
        here={here as never}
        required={!!category?.requires_station}
        clearable={!fixed}
        data-autofocus={station ? undefined : true}
        // A piece of equipment belongs to one station.
        onChange={(id, hint: HintOf<typeof stations.suggest> | null) =>
          type({ station_id: id, equipment: null }, hint && { id: hint.id, code: hint.code, name: hint.name })
        }
      />
      <Select
        {...of.field('category_id')}
        data={categories}
        searchable
        allowDeselect={false}
        value={values.category_id === null ? null : String(values.category_id)}
        nothingFoundMessage={info ? 'Nessun risultato' : 'Le categorie non sono su questo dispositivo: servono la rete e un attimo.'}
        onChange={(id) => {
          const next = info?.categories.find((one) => String(one.id) === id)
          type({ category_id: next?.id ?? null, priority: next?.default_priority ?? null })
        }}
      />
      {values.station_id !== null && (
        <PieceSelect
          key={`station ${values.station_id}`}
          station={values.station_id}
          value={values.equipment}
          onChange={(equipment) => type({ equipment })}
        />
      )}
      <Fields of={of} names={['subject', 'description']} inputs={longText} />
      {agent && (
        <ResourceSelect
          label="Richiedente"
          description="Chi chiede, se non sei tu: lo legge e riceve le risposte."
          data-path="requester_id"
          error={form.errors.requester_id}
          source={users.suggest}
          say={({ name }: HintOf<typeof users.suggest>) => name}
          chosen={(local.requester ?? null) as HintOf<typeof users.suggest> | null}
          value={local.requester?.id ?? null}
          onChange={(id, hint) => editor.choose(id && hint ? { id, name: hint.name } : null)}
        />
      )}
      <PrioritySelect {...of.field('priority')} description="Di solito è quella della categoria." />
      <Fields of={of} names={['contact']} />
      <AttachSection files={files} onFiles={(chosen) => void storeFiles(editor, lane, chosen)} onRemove={editor.removeFile} />
      {files.length > 0 && <StorageLeft />}
      {(storing || written) && <WorkState lane={lane} state={saving === 'saved' ? 'draft' : saving} />}
    </FormFrame>
  )
}
