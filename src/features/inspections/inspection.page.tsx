import { Loader } from '@mantine/core'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { is } from 'valibot'
import { InspectionId, inspections } from '../../contract/inspections/inspections.ts'
import { useParameters } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query, queryClient } from '../../lib/query.ts'
import { part } from '../../ui/part.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Closing } from './Closing.tsx'
import { Compile } from './Compile.tsx'
import { type CompilePlace, readCompilePlace } from './compile-place.ts'
import { type Editor, openEditor, openLocalEditor, useEditor } from './editor.ts'
import { loadLocal } from './local-inspection.ts'
import { useRefreshContext } from './use-refresh-context.ts'

export const Route = createFileRoute('/_signed/verifiche/$id')({
  validateSearch: (raw: object) => raw as CompilePlace,
  beforeLoad: guard('insp.read'),
  // Not in `params`: the loader comes with the page, and the contract with it.
  loader: async ({ params: { id }, cause }) => {
    if (!is(InspectionId, id)) throw notFound()
    // Drawn at once with what is on the device. As it is at that moment: what is fetched ahead may be older by then. What cannot be read is an error, not a verifica that is not here.
    return cause === 'enter' ? await loadLocal(id) : undefined
  },
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
// Most are opened with a copy on the device.
const FromServer = part(() => import('./ServerInspection.tsx').then((m) => m.ServerInspection))

function Editing({ editor, onGone }: { editor: Editor; onGone: () => void }) {
  const place = useParameters(readCompilePlace)
  const navigate = Route.useNavigate()
  const router = useRouter()
  const status = useEditor(editor, (state) => state.local.status)
  const title = useEditor(editor, (state) => `${state.local.model.name} – ${state.local.station.code}`)
  usePageTitle(title)
  useRefreshContext(editor)
  const compiling = status !== 'closing'
  // On a phone the whole screen is for the verifica: the frame of the app makes room (app/layout.module.css).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-compiling', compiling)
    return () => document.documentElement.removeAttribute('data-compiling')
  }, [compiling])
  const go = (next: CompilePlace) => void navigate({ search: next, resetScroll: false })
  if (status === 'closing') return <Closing editor={editor} onSent={onGone} jump={place.q} onJump={(q) => go({ q })} />
  return <Compile editor={editor} place={place} onPlace={go} onDone={() => void router.navigate({ to: '/verifiche' })} />
}
