import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './SheetDrawer.tsx'

// Fetched when the first sheet opens.
const SheetDrawer = lazy(() => import('./SheetDrawer.tsx').then(({ SheetDrawer }) => ({ default: SheetDrawer })))

/** The phone's counterpart of a menu: a drawer from the bottom, as high as its content; on a desk one from the side. */
export function Sheet(props: SheetProps) {
  const [asked, setAsked] = useState(props.opened)
  if (props.opened && !asked) setAsked(true)
  return <Suspense>{asked && <SheetDrawer {...props} />}</Suspense>
}
