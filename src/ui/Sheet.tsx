import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './SheetDrawer.tsx'

// Fetched when the first sheet opens.
const SheetDrawer = lazy(() => import('./SheetDrawer.tsx').then(({ SheetDrawer }) => ({ default: SheetDrawer })))

/** What a menu is on a desk, from below, where the thumb is. As high as what it holds. */
export function Sheet(props: SheetProps) {
  const [asked, setAsked] = useState(props.opened)
  if (props.opened && !asked) setAsked(true)
  return <Suspense>{asked && <SheetDrawer {...props} />}</Suspense>
}
