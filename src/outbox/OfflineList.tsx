import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Values } from '../contract/kernel/offline-copy.ts'
import { dayTime } from '../lib/format.ts'
import { notify } from '../lib/notify.ts'
import { useSend } from '../lib/query.ts'
import { session, useCan } from '../lib/session.ts'
import { deleteQuestion, useConfirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { LinkButton } from '../ui/links.tsx'
import { copyOf, newCopy, type StoredRow, valuesOf } from './copy.ts'
import { beginCopy, reopenCopy } from './copy-editor.ts'
import { pictureOf } from './copy-pictures.ts'
import { laneOfCopy } from './copy-send.ts'
import type { CopyKind } from './copy-types.ts'
import { type FieldsProps, OfflineForm } from './OfflineForm.tsx'
import { outbox } from './runtime.ts'
import { StoredPhotos } from './StoredPhotos.tsx'
import { isStuck } from './summary.ts'
import { type Entry, useEntries } from './use-copies.ts'
import { WorkState } from './WorkState.tsx'

interface OfflineListProps {
  kind: CopyKind
  station: { id: number; place: string }
  /** For example `Nuovo appunto`, `Nessun appunto.`, `l'appunto`. */
  words: { add: string; none: string; thing: string }
  show: (values: Values, row: StoredRow | undefined) => ReactNode
  fields: (props: FieldsProps) => ReactNode
  /** Shows only the records of one thing on the station; `empty` fills a new one. */
  part?: { field: string; value: number; empty: Partial<Values> }
  /** Hides the button for a new record; `'read'` also hides correcting and deleting. */
  closed?: boolean | 'read'
  /** Drawn above the list, from the records that are shown. */
  above?: (entries: Entry[]) => ReactNode
  /** The uuid of a record to open for correction at once. */
  opened?: string | undefined
}
/** The values to show: confirmed here, else being written, else the server's. */
const valuesIn = (kind: CopyKind, { row, copy }: Entry) => copy?.confirmed ?? copy?.values ?? valuesOf(row!, kind.fields)
const showError = (error: Error) => notify.error(error.message)

/** Records written on a station, newest first, with the form to write them. Works with and without a network. */
export function OfflineList({ kind, station, words, show, fields, part, closed, above, opened }: OfflineListProps) {
  const { entries: all, failed, listed, again } = useEntries(kind, station.id)
  const entries = part ? all?.filter((one) => valuesIn(kind, one)[part.field] === part.value) : all
  const may = useCan()(kind.contract.create.policy)
  const begin = () => {
    const empty = { ...Object.fromEntries(kind.fields.map((name) => [name, ''])), ...part?.empty, photos: [] } as Values
    void beginCopy(kind, newCopy({ station_id: station.id, place: station.place }, empty)).catch(showError)
  }
  useEffect(() => {
    if (opened) void reopenCopy(kind, { station_id: station.id, uuid: opened }).catch(showError)
  }, [kind, station.id, opened])
  const writing = entries?.some(({ copy }) => copy?.state === 'writing' && !copy.confirmed)
  return (
    <Stack gap="sm">
      {entries && above?.(entries)}
      {may && !closed && (
        <Group>
          <Button onClick={begin} disabled={!entries || writing}>
            {words.add}
          </Button>
        </Group>
      )}
      {failed && !listed && <ErrorState onRetry={again} />}
      {/* Of several lists on a page, the page says it once. */}
      {failed && listed && !part && <Alert color="amber">Non in linea: potrebbero esserci modifiche più recenti di quelle che vedi.</Alert>}
      {!entries && <LoadingRows />}
      {entries?.length === 0 && listed && <EmptyState message={words.none} />}
      {entries?.map((entry) =>
        entry.copy?.state === 'writing' ? (
          <Card key={entry.uuid} withBorder padding="sm" component="article" aria-label={words.add}>
            <OfflineForm kind={kind} copy={entry.copy} fields={fields} />
          </Card>
        ) : (
          <Shown key={entry.uuid} read={closed === 'read'} kind={kind} entry={entry} place={station.place} words={words} show={show} />
        ),
      )}
    </Stack>
  )
}

type ShownProps = Pick<OfflineListProps, 'kind' | 'words' | 'show'> & { entry: Entry; place: string; read: boolean }
function Shown({ kind, entry: { uuid, row, copy, state }, place, words, show, read }: ShownProps) {
  const { user } = session.use()
  const all = useCan()('super')
  const confirm = useConfirm()
  const remove = useSend(kind.contract.remove)
  const may = useCan()(kind.contract.create.policy) && !read
  const values = valuesIn(kind, { uuid, ...(row && { row }), ...(copy && { copy }) })
  const at = dayTime((copy ?? row!).noted_at)
  // The server may have no author for a record; the person at the device is not its author then.
  const author = (row ? row.author : user?.name) ?? 'Autore non noto'
  const waits = state !== undefined && state !== 'sent'
  const own = !row || row.created_by === user?.id || all
  async function ask() {
    if (!(await confirm(deleteQuestion(words.thing, `${author}, ${at}`)))) return
    if (row) return void (await remove.mutateAsync(kind.removal(row) as never).catch(() => undefined))
    if (copy) await outbox().discardRecord(laneOfCopy(kind, copy))
  }
  return (
    <Card withBorder padding="sm" component="article" aria-label={`${author}, ${at}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {author} · {at}
            {row && row.rev > 1 && row.last_save?.name && `, modificato da ${row.last_save.name} il ${dayTime(row.updated_at)}`}
          </Text>
          {state && copy && <WorkState lane={laneOfCopy(kind, copy)} state={state} />}
        </Group>
        {show(values, row)}
        <StoredPhotos label="Foto" name={kind.name} uuids={values.photos} read={(one) => pictureOf(kind, copy, one)} />
        <Group gap="xs">
          {may && (
            <Button variant="default" onClick={() => void beginCopy(kind, copy ?? copyOf(row!, place, kind.fields)).catch(showError)}>
              Modifica
            </Button>
          )}
          {may && own && !(row && waits) && (
            <Button variant="subtle" color="red" onClick={() => void ask().catch(showError)}>
              Elimina
            </Button>
          )}
          {state && isStuck({ state }) && (
            <LinkButton to="/invii" variant="subtle">
              Vai agli invii
            </LinkButton>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
