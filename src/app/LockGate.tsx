import type { ReactNode } from 'react'
import { locked, shared } from '../lib/lock.ts'
import { session } from '../lib/session.ts'
import { part } from '../ui/part.tsx'

// Only for shared devices.
const LockScreen = part(() => import('./LockScreen.tsx').then((m) => m.LockScreen))
const IdleWatch = part(() => import('./IdleWatch.tsx').then((m) => m.IdleWatch))

/** Wraps everything that shows personal data: while the device is locked none of it is in the page. */
export function LockGate({ children }: { children: ReactNode }) {
  const { user } = session.use()
  const hidden = locked.use()
  const several = shared.use()
  if (user && hidden) return <LockScreen user={user} />
  return (
    <>
      {children}
      {user && several && <IdleWatch />}
    </>
  )
}
