import { UPDATE_PAUSE } from '../contract/kernel/constants.ts'
import { reportError } from '../lib/report-error.ts'
import { createStore } from '../lib/store.ts'
import { wouldLoseText } from '../lib/unsaved.ts'
import { waitAtMost } from '../lib/wait-at-most.ts'

const LOOK_MS = 250

/** The offered new version, or its state; undefined if there is none. */
export const update = createStore<{ apply: () => void } | 'coming' | undefined>(undefined)

/** "Aggiorna" was pressed in this tab: pending saves are waited for, and no second press is needed. */
let said = false
const reloadWhenFree = () => void setTimeout(() => (wouldLoseText() ? reloadWhenFree() : location.reload()), LOOK_MS)

const quiet = (worker: ServiceWorker) =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done()
    worker.postMessage({ type: 'WHEN_QUIET' }, [port2])
  })
/**
 * Resolves when no tab is requesting anything. Chromium stops the old worker to let the new one in, but only once: a request at that moment
 * restarts the old one, and the new version then waits for half a minute without requests. The new worker is woken first, since that takes
 * a while, in which a request would come in between.
 */
async function whenQuiet() {
  const { controller } = navigator.serviceWorker
  const registration = await navigator.serviceWorker.getRegistration()
  for (const worker of [registration?.waiting, controller]) if (worker) await quiet(worker)
}
/**
 * Registers the service worker. A new version is offered, never forced: it takes over when the person agrees, and reloads only this tab.
 */
export function watchUpdates() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void import('virtual:pwa-register').then(({ registerSW }) => {
    let taken = false
    const apply = registerSW({
      onRegisterError: (error) => reportError('worker', error),
      onNeedRefresh() {
        taken = false
        update.set({
          apply() {
            said = true
            update.set('coming')
            void waitAtMost(UPDATE_PAUSE.patienceMs, whenQuiet()).then(() => taken || void apply(false))
          },
        })
      },
      // Another tab may have activated the new version: this one keeps the old files until a reload loses nothing.
      onNeedReload() {
        taken = true
        if (!wouldLoseText()) return location.reload()
        update.set({ apply: () => location.reload() })
        if (said) reloadWhenFree()
      },
    })
  })
}
const CHUNK_RELOAD = 'piazzale-chunk-reload'
const LEAVING_MS = 10_000
/** When this page was last about to be left. The browser then cuts off its requests: no chunk is gone, and a reload would take the place of where it goes. */
let leftAt = -LEAVING_MS
addEventListener('beforeunload', ({ timeStamp }) => {
  leftAt = timeStamp
})
// A chunk of an older version is gone from the server: reload once per version, and only if nothing typed would be lost.
addEventListener('vite:preloadError', (event) => {
  if (event.timeStamp - leftAt < LEAVING_MS) return
  if (wouldLoseText() || sessionStorage.getItem(CHUNK_RELOAD) === __VERSION__ || !navigator.onLine) return
  event.preventDefault()
  sessionStorage.setItem(CHUNK_RELOAD, __VERSION__)
  location.reload()
})
