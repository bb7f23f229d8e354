import { reportError } from '../lib/report-error.ts'
import { createStore } from '../lib/store.ts'
import { wouldLoseText } from '../lib/unsaved.ts'

const LOOK_MS = 250
const ASK_AGAIN_MS = 1000

/** Offers the new version; undefined while there is none. */
export const update = createStore<{ apply: () => void } | undefined>(undefined)

/** "Aggiorna" was pressed here: what is just being sent or saved is waited for, and nobody has to press again. */
let said = false
const reloadWhenFree = () => void setTimeout(() => (wouldLoseText() ? reloadWhenFree() : location.reload()), LOOK_MS)

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
            // The browser lets the old worker finish first, and does not always come back to it: asked again until it is done.
            const ask = () => {
              if (taken) return
              void apply(false)
              setTimeout(ask, ASK_AGAIN_MS)
            }
            ask()
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
