import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { is } from 'valibot'
import { InspectionId, type InspectionRow, inspections } from '../../contract/inspections.ts'
import { useParameters } from '../../crud/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query, queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Closing } from './Closing.tsx'
import { Compile } from './Compile.tsx'
import { type Editor, editLocal, openEditor, useEditor } from './editor.ts'
import { fromServer } from './local.ts'
import { type Place, readPlace } from './place.ts'
import { useLearning } from './use-learning.ts'

export const Route = createFileRoute('/_signed/verifiche/$id')({
  validateSearch: (raw: object) => raw as Place,
  beforeLoad: guard('insp.read'),
  // Not in `params`: the loader comes with the page, and the contract with it.
  loader: ({ params: { id } }) => {
    if (!is(InspectionId, id)) throw notFound()
  },
  component: InspectionPage,
})

/** One verifica: the copy on this device when there is one, else the server's, to fill in or to read. */
function InspectionPage() {
  const { id } = Route.useParams()
  const [editor, setEditor] = useState<Editor | null>()
  useEffect(() => {
    let here = true
    setEditor(undefined)
    void editLocal(id).then((found) => here && setEditor(found ?? null))
    return () => {
      here = false
    }
  }, [id])
  if (editor === undefined) return <Loader m="xl" aria-label="Caricamento" />
  /** What was read of it before says that it is still open. */
  const onGone = () => {
    queryClient.removeQueries({ queryKey: query(inspections.get, { id }).queryKey })
    setEditor(null)
  }
  return editor ? <Editing editor={editor} onGone={onGone} /> : <FromServer id={id} onEditor={setEditor} />
}

// Most are opened to be filled in.
const PlannedInspection = lazy(() => import('./PlannedInspection.tsx').then(({ PlannedInspection }) => ({ default: PlannedInspection })))
const ReadInspection = lazy(() => import('./ReadInspection.tsx').then(({ ReadInspection }) => ({ default: ReadInspection })))

function Editing({ editor, onGone }: { editor: Editor; onGone: () => void }) {
  const place = useParameters(readPlace)
  const navigate = Route.useNavigate()
  const router = useRouter()
  const status = useEditor(editor, (state) => state.local.status)
  const title = useEditor(editor, (state) => `${state.local.model.name} – ${state.local.station.code}`)
  usePageTitle(title)
  useLearning(editor)
  const compiling = status !== 'closing'
  // On a phone the whole screen is for the verifica: the frame of the app makes room (app/layout.module.css).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-compiling', compiling)
    return () => document.documentElement.removeAttribute('data-compiling')
  }, [compiling])
  const go = (next: Place) => void navigate({ search: next, resetScroll: false })
  if (status === 'closing') return <Closing editor={editor} onSent={onGone} jump={place.q} onJump={(q) => go({ q })} />
  return <Compile editor={editor} place={place} onPlace={go} onDone={() => void router.navigate({ to: '/verifiche' })} />
}

function FromServer({ id, onEditor }: { id: string; onEditor: (editor: Editor) => void }) {
  const { data, error, refetch } = useQuery(query(inspections.get, { id }))
  const mine = data?.inspector.id === session.get().user?.id
  const away = error?.status === 0
  const [planned, setPlanned] = useState<InspectionRow | null>()
  useEffect(() => {
    if (!away) return
    // Who keeps nothing on the device has no agenda there either.
    void import('./field-store.ts')
      .then(({ keptPlanned }) => keptPlanned())
      .then(
        (rows) => setPlanned(rows.find((row) => row.client_uuid === id) ?? null),
        () => setPlanned(null),
      )
  }, [away, id])
  useEffect(() => {
    if (data?.status === 'draft' && mine && data.model && data.context) onEditor(openEditor(fromServer(data), 0))
  }, [data, mine, onEditor])
  const mineToBegin = away ? planned : data?.status === 'planned' && mine ? data : undefined
  if (mineToBegin)
    return (
      <Suspense fallback={<Loader m="xl" aria-label="Caricamento" />}>
        <PlannedInspection inspection={mineToBegin} onEditor={onEditor} />
      </Suspense>
    )
  if (away && planned === undefined) return <Loader m="xl" aria-label="Caricamento" />
  if (error)
    return (
      <Page title="Verifica">
        <ErrorState
          message={error.status === 0 ? 'Questa verifica non è su questo dispositivo e il server non è raggiungibile.' : error.message}
          onRetry={() => void refetch()}
        />
      </Page>
    )
  if (!data || (data.status === 'draft' && mine)) return <Loader m="xl" aria-label="Caricamento" />
  return (
    <Suspense fallback={<Loader m="xl" aria-label="Caricamento" />}>
      <ReadInspection inspection={data} />
    </Suspense>
  )
}
