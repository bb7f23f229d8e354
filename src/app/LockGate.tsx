import type { ReactNode } from 'react'
import { locked, shared } from '../lib/lock.ts'
import { session } from '../lib/session.ts'
import { IdleWatch } from './IdleWatch.tsx'
import { LockScreen } from './LockScreen.tsx'

/** Round everything that shows something of a person: while the device is locked none of it is in the page (reliability.md R7). */
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
