import { lazy, type ReactNode, Suspense } from 'react'
import { locked, shared } from '../lib/lock.ts'
import { session } from '../lib/session.ts'

// For devices that several people work on.
const LockScreen = lazy(() => import('./LockScreen.tsx').then(({ LockScreen }) => ({ default: LockScreen })))
const IdleWatch = lazy(() => import('./IdleWatch.tsx').then(({ IdleWatch }) => ({ default: IdleWatch })))

/** Wraps everything that shows personal data: while the device is locked none of it is in the page (reliability.md R7). */
export function LockGate({ children }: { children: ReactNode }) {
  const { user } = session.use()
  const hidden = locked.use()
  const several = shared.use()
  if (user && hidden)
    return (
      <Suspense>
        <LockScreen user={user} />
      </Suspense>
    )
  return (
    <>
      {children}
      <Suspense>{user && several && <IdleWatch />}</Suspense>
    </>
  )
}
