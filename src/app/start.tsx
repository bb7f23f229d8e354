import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.ts'
import { databaseNames, SHARED_OUTBOX } from '../lib/databases.ts'
import type { DeviceState } from '../lib/device.ts'
import { firstPaint } from '../lib/first-paint.ts'
import { watchInstall } from '../lib/install-offer.ts'
import { bootLock, locked } from '../lib/lock.ts'
import { watchConnection } from '../lib/online.ts'
import { watchErrors } from '../lib/report-error.ts'
import { session } from '../lib/session.ts'
import { tryWriting } from '../lib/storage.ts'
import { resumeClearing } from '../lib/tab-history.ts'
import { waitAtMost } from '../lib/wait-at-most.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { App } from './App.tsx'
import { watchLinks } from './idle-prefetch.ts'
import { watchPurge } from './purge.ts'
import { router } from './router.ts'
import { watchUpdates } from './updates.ts'

/** Moves the data of the database that earlier versions shared among all users, if it still exists. */
async function splitShared() {
  if ((await databaseNames()).includes(SHARED_OUTBOX)) await (await import('../outbox/split-shared-store.ts')).splitSharedDatabase()
}

/** Resolves once somebody is signed in: a visitor has nothing to send and nothing stored. */
const somebody = () =>
  new Promise<void>((done) => {
    const look = () => session.get().user && done()
    session.subscribe(look)
    look()
  })

/** Starts the app, once the device has told who is signed in (`signedIn`). */
export async function start(signedIn: Promise<DeviceState>) {
  watchErrors()
  // A frozen tab may keep the shared database open: the app then starts without its contents and moves them later.
  const split = waitAtMost(3_000, splitShared())
  await bootLock(await signedIn)
  await split
  resumeClearing()
  watchPurge()
  watchConnection()
  watchInstall()
  keepFocus()
  // The page's data is requested before the first render, so that it renders once.
  if (!locked.get()) await waitAtMost(1_000, router.load())
  const root = createRoot(document.getElementById('root')!)
  // A transition renders in slices: on a slow phone the first page takes a fifth of a second, and a tap would have to wait for all of it.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
  // After the first paint, since the service worker fetches the code of every page.
  await firstPaint
  watchUpdates()
  if (router.options.defaultPreload) watchLinks(router)
  void tryWriting()
  await somebody()
  const { startRest } = await import('./rest.ts')
  startRest(router)
}
