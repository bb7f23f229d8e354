import { type ReactNode, use, useMemo } from 'react'
import { Away, apart } from './away.ts'

/** Around what covers the page, such as a dialog: what it lacks without a network it says itself. */
export const Apart = ({ children }: { children: ReactNode }) => <Away value={use(Away) && apart}>{children}</Away>

interface PagePartProps {
  /** False where it is the whole page. */
  part: boolean
  children: ReactNode
}
/** Around a part of a page, such as what belongs to a record that is shown: what lacks in it is not the whole page, even a list. */
export function PagePart({ part, children }: PagePartProps) {
  const page = use(Away)
  const value = useMemo(() => (part ? page && { said: page.said, lack: () => page.lack(false) } : page), [page, part])
  return <Away value={value}>{children}</Away>
}
