import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles.ts'
import './contract/valibot-it.ts'
import { App } from './app/App.tsx'
import { watchPersistence } from './app/persistence.ts'
import { watchPurge } from './app/purge.ts'
import { router } from './app/router.ts'
import { watchUpdates } from './app/updates.ts'
import { watchInstall } from './lib/install.ts'
import { bootLock } from './lib/lock.ts'
import { watchConnection } from './lib/online.ts'
import { bootSession } from './lib/session.ts'
import { tryWriting } from './lib/storage.ts'
import { resumeLeaving } from './lib/trail.ts'
import { within } from './lib/within.ts'
import { splitShared } from './outbox/split.ts'

await bootSession()
resumeLeaving()
await bootLock()
// A tab that is frozen may hold the shared database open for ever: the app starts without what is in there, and gets it later.
await within(3_000, splitShared())
await watchPersistence()
watchPurge()
watchConnection()
watchUpdates()
watchInstall()
void tryWriting()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
)
// Not on the way to the first paint.
void import('./app/outbox.ts').then(({ watchOutbox }) => {
  watchOutbox()
})
