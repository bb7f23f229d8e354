import { Loader } from '@mantine/core'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { is } from 'valibot'
import { InspectionId, inspections } from '../../contract/inspections/inspections.ts'
import { useParameters } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { connection } from '../../lib/online.ts'
import { query, queryClient } from '../../lib/query.ts'
import { endOf } from '../../outbox/ended.ts'
import { part } from '../../ui/part.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Closing } from './Closing.tsx'
import { Compile } from './Compile.tsx'
import { type CompilePlace, readCompilePlace } from './compile-place.ts'
import { type Editor, openEditor, openLocalEditor, useEditor } from './editor.ts'
import { noteEnded } from './ended.ts'
import { loadLocal } from './local-inspection.ts'
import { useRefreshContext } from './use-refresh-context.ts'
import { useSavedState } from './use-saved-state.ts'

export const Route = createFileRoute('/_signed/verifiche/$id')({
  validateSearch: (raw: object) => raw as CompilePlace,
  beforeLoad: guard('insp.read'),
  // Not in `params`: the loader comes with the page, and the contract with it.
  loader: async ({ params: { id }, cause }) => {
    if (!is(InspectionId, id)) throw notFound()
    // Drawn at once with what is on the device. As it is at that moment: what is fetched ahead may be older by then. What cannot be read is an error, not a verifica that is not here.
    return cause === 'enter' ? await loadLocal(id) : undefined
  },
  // A copy read at an earlier visit is not drawn again: answers and place have changed since.
  gcTime: 0,
  component: InspectionPage,
})

/** One verifica: the copy on this device when there is one, else the server's, to fill in or to read. */
function InspectionPage() {
  const { id } = Route.useParams()
  const read = Route.useLoaderData()
  const [editor, setEditor] = useState<Editor | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each verifica; the editor knows more than what is read later
  useLayoutEffect(() => {
    let here = true
    setEditor(read && openEditor(read.local, read.revision))
    if (!read) void openLocalEditor(id).then((found) => here && setEditor(found ?? null))
    return () => {
      here = false
    }
  }, [id])
  if (editor === undefined) return loading
  /** Removes what was read before, which still says that the verifica is open. */
  const onGone = () => {
    queryClient.removeQueries({ queryKey: query(inspections.get, { id }).queryKey })
    setEditor(null)
  }
  return editor ? <Editing editor={editor} onGone={onGone} /> : <FromServer meanwhile={loading} id={id} onEditor={setEditor} />
}

const loading = <Loader m="xl" aria-label="Caricamento" />
// Hardly any verifica is ended by somebody else.
const Ended = part(() => import('./Ended.tsx').then((m) => m.Ended))
// Most are opened with a copy on the device.
const FromServer = part(() => import('./ServerInspection.tsx').then((m) => m.ServerInspection))

function Editing({ editor, onGone }: { editor: Editor; onGone: () => void }) {
  const asked = useParameters(readCompilePlace)
  /** Where it was left, for an address that names no place. */
  const [left] = useState(() => editor.state.get().local.place)
  const named = Object.values(asked).some((one) => one !== undefined)
  const place: CompilePlace = named || !left ? asked : left === 'summary' ? { view: left } : { q: left }
  const navigate = Route.useNavigate()
  const router = useRouter()
  const status = useEditor(editor, (state) => state.local.status)
  const title = useEditor(editor, (state) => `${state.local.model.name} – ${state.local.station.code}`)
  usePageTitle(title)
  useRefreshContext(editor)
  const { work } = useSavedState(editor) ?? {}
  const kept = useEditor(editor, (state) => state.local.ended)
  const end = kept ?? (work && endOf(work))
  const online = connection.use() === 'online'
  useEffect(() => {
    if (online)
      void noteEnded()
        .then(editor.catchUp)
        .catch(() => undefined)
  }, [editor, online])
  const compiling = status !== 'closing' && !end
  // On a phone the whole screen is for the verifica: the frame of the app makes room (app/layout.module.css).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-compiling', compiling)
    return () => document.documentElement.removeAttribute('data-compiling')
  }, [compiling])
  const go = (next: CompilePlace) => void navigate({ search: next, resetScroll: false })
  if (end) return <Ended editor={editor} end={end} refused={work?.steps.find(({ state }) => state === 'conflict')?.id} onGone={onGone} />
  if (status === 'closing') return <Closing editor={editor} onSent={onGone} jump={place.q} onJump={(q) => go({ q })} />
  return <Compile editor={editor} place={place} onPlace={go} onDone={() => void router.navigate({ to: '/verifiche' })} />
}
