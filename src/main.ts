import { bootSession, tokenAsked } from './lib/session.ts'
import { waitAtMost } from './lib/wait-at-most.ts'

/**
 * Reading who is signed in takes a tenth of this; a store that does not open must not hold the app back. Without a network there is no
 * token to wait for.
 */
const ASKED_MS = 100

// The rest of the code is fetched meanwhile (index.html), but run only once the new token is on its way: on a slow phone it takes a third
// of a second.
const signedIn = bootSession()
void waitAtMost(navigator.onLine ? ASKED_MS : 0, tokenAsked)
  .then(() => {
    void import('react-dom/client')
    return import('./app/start.tsx')
  })
  .then(({ start }) => start(signedIn))
