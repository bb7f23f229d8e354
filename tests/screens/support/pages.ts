import type { AnyRouter } from '@tanstack/react-router'
import { noteDone } from '../../coverage/note.ts'

interface Match {
  routeId: string
  status: string
  fullPath: string
  params: Record<string, unknown>
}
/** Notes each address a test stands on, written as the documents do (`/carte/{id}`); one that is refused or not there is none. Gives what ends it. */
export function notePages(router: AnyRouter): () => void {
  let home = false
  // The start only leads on: it is noted when the page that it leads to stands.
  const before = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    home ||= toLocation.pathname === '/'
  })
  const after = router.subscribe('onResolved', () => {
    const matches = router.state.matches as Match[]
    const last = matches.at(-1)
    if (!last || last.routeId === '__root__' || matches.some(({ status }) => status !== 'success')) return
    const address = last.fullPath
      .replace(/\/\{-\$(\w+)\}/g, (_, name: string) => (last.params[name] === undefined ? '' : `/{${name}}`))
      .replace(/\$(\w+)/g, '{$1}')
    noteDone(`page ${address.replace(/(?<=.)\/$/, '')}`)
    if (home) noteDone('page /')
    home = false
  })
  return () => {
    before()
    after()
  }
}
