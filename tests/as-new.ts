import { afterAll, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '../src/lib/databases.ts'
import { forgetNotices } from '../src/lib/notify.ts'

/** Globals that tests replace. */
const places = () => [URL, navigator, Element.prototype, HTMLElement.prototype, HTMLAnchorElement.prototype, HTMLCanvasElement.prototype]

/** Where files share a process: puts its window and its device back after each, as a new browser has them. */
if (typeof document !== 'undefined') {
  const before = places().map((place) => [place, Object.getOwnPropertyDescriptors(place)] as const)
  afterAll(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    for (const [place, properties] of before) {
      for (const name of Reflect.ownKeys(place)) if (!(name in properties)) Reflect.deleteProperty(place, name)
      Object.defineProperties(place, properties)
    }
    forgetNotices()
    localStorage.clear()
    sessionStorage.clear()
    for (const name of await databaseNames()) await deleteDatabase(name)
    document.body.replaceChildren()
    document.title = ''
    history.replaceState(null, '', '/')
  })
}
