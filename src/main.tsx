import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles.ts'
import { App } from './app/App.tsx'
import { watchPurge } from './app/purge.ts'
import { router } from './app/router.ts'
import './app/updates.ts'
import { calm } from './lib/calm.ts'
import { databaseNames, SHARED_OUTBOX } from './lib/databases.ts'
import { watchInstall } from './lib/install.ts'
import { bootLock } from './lib/lock.ts'
import { watchConnection } from './lib/online.ts'
import { bootSession, freshToken } from './lib/session.ts'
import { tryWriting } from './lib/storage.ts'
import { resumeLeaving } from './lib/trail.ts'
import { within } from './lib/within.ts'

/** Moves what earlier versions kept for everybody to each one's own, where there still is some of it. */
async function splitShared() {
  if ((await databaseNames()).includes(SHARED_OUTBOX)) await (await import('./outbox/split.ts')).splitShared()
}

/** A function, not awaits in the module: the pages import from this very file's chunk, and would wait for its end. */
async function start() {
  await bootSession()
  // Asked for while the code of the page is on its way; without a network whoever needs it finds out by itself.
  freshToken().catch(() => undefined)
  resumeLeaving()
  await bootLock()
  // A tab that is frozen may hold the shared database open for ever: the app starts without what is in there, and gets it later.
  await within(3_000, splitShared())
  watchPurge()
  watchConnection()
  watchInstall()
  void tryWriting()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
  // Not on the way to the first paint; the service worker alone brings in the code of every page.
  await calm
  const { startRest } = await import('./app/rest.ts')
  startRest()
}
void start()
