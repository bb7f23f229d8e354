import { UPDATE_PAUSE } from '../contract/kernel/constants.ts'
import { reportError } from '../lib/report-error.ts'
import { createStore } from '../lib/store.ts'
import { wouldLoseText } from '../lib/unsaved.ts'
import { waitAtMost } from '../lib/wait-at-most.ts'

const LOOK_MS = 250

/** Offers the new version, or says that it is coming; undefined while there is none. */
export const update = createStore<{ apply: () => void } | 'coming' | undefined>(undefined)

/** "Aggiorna" was pressed here: what is just being sent or saved is waited for, and nobody has to press again. */
let said = false
const reloadWhenFree = () => void setTimeout(() => (wouldLoseText() ? reloadWhenFree() : location.reload()), LOOK_MS)

/**
 * Resolves when no tab is asking for anything. Chromium stops the old worker to let the new one in, and does so once: a request of that very moment starts the old one
 * again, and the new version then waits until nothing has been asked for half a minute.
 */
const whenQuiet = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done()
    navigator.serviceWorker.controller?.postMessage({ type: 'WHEN_QUIET' }, [port2])
  })
/** Registers the service worker. A new version is offered, never forced: it takes over when the person says so, and reloads only this tab. */
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
      // Whichever tab activated the new version: this one keeps the old files until a reload would lose nothing.
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
// A chunk of an older version that is gone from the server: reload once a version, and only when nothing typed would be lost (doc 0 §8).
addEventListener('vite:preloadError', (event) => {
  if (wouldLoseText() || sessionStorage.getItem(CHUNK_RELOAD) === __VERSION__ || !navigator.onLine) return
  event.preventDefault()
  sessionStorage.setItem(CHUNK_RELOAD, __VERSION__)
  location.reload()
})
