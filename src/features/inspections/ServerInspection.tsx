import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import { CachedNote } from '../../crud/list/CachedNote.tsx'
import { RecordGone } from '../../crud/record/RecordFrame.tsx'
import { keptAt } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { decideAction } from '../../rules/inspections/actions.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { type Editor, openEditor } from './editor.ts'
import { localFromServer } from './local-inspection.ts'
import { actionSubject } from './words.ts'

// Most are opened to be filled in.
const PlannedInspection = part(() => import('./PlannedInspection.tsx').then((m) => m.PlannedInspection))
const ReadInspection = part(() => import('./ReadInspection.tsx').then((m) => m.ReadInspection))

/** A verifica of which this device has no copy: to fill in, to begin or to read. */
export function ServerInspection({ id, onEditor }: { id: string; onEditor: (editor: Editor) => void }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(query(inspections.get, { id }, true))
  const me = useMe()
  const mine = !!data && decideAction('fill', actionSubject(data), me) === 'yes'
  const away = error?.status === 0
  const [planned, setPlanned] = useState<InspectionRow | null>()
  useEffect(() => {
    if (!away) return
    // A person who keeps nothing on the device has no plan there either.
    void import('./field-store.ts')
      .then(({ keptPlanned }) => keptPlanned())
      .then(
        (rows) => setPlanned(rows.find((row) => row.client_uuid === id) ?? null),
        () => setPlanned(null),
      )
  }, [away, id])
  useEffect(() => {
    if (data?.status === 'draft' && mine && data.model && data.context) onEditor(openEditor(localFromServer(data), 0))
  }, [data, mine, onEditor])
  const mineToBegin = away ? planned : data?.status === 'planned' && mine ? data : undefined
  if (mineToBegin) return <PlannedInspection inspection={mineToBegin} onEditor={onEditor} />
  if (away && planned === undefined) return <Loader m="xl" aria-label="Caricamento" />
  if (error?.status === 404) return <RecordGone gone="Verifica non trovata" />
  if (error)
    return (
      <Page title="Verifica">
        <ErrorState
          whole
          message={error.status === 0 ? 'Questa verifica non è su questo dispositivo e il server non è raggiungibile.' : error.message}
          onRetry={() => void refetch()}
        />
      </Page>
    )
  if (!data || (data.status === 'draft' && mine)) return <Loader m="xl" aria-label="Caricamento" />
  return (
    <>
      {/* The time counts too: an answer equal to the copy is the same object. */}
      <CachedNote at={dataUpdatedAt ? keptAt(data) : null} />
      <ReadInspection inspection={data} />
    </>
  )
}
