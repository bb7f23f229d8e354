import { useState } from 'react'
import { part } from './part.tsx'
import type { SheetProps } from './SheetDrawer.tsx'

// Fetched when the first sheet opens.
const SheetDrawer = part(() => import('./SheetDrawer.tsx').then((m) => m.SheetDrawer))

/** The phone's counterpart of a menu: a drawer from the bottom, as high as its content; on a desk one from the side. */
export function Sheet(props: SheetProps) {
  const [asked, setAsked] = useState(props.opened)
  if (props.opened && !asked) setAsked(true)
  return <>{asked && <SheetDrawer {...props} />}</>
}
