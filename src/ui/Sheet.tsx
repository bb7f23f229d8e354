import { useState } from 'react'
import { part } from './part.tsx'
import type { SheetProps } from './SheetDrawer.tsx'

// Fetched when the first sheet opens.
const SheetDrawer = part(() => import('./SheetDrawer.tsx').then((m) => m.SheetDrawer))

/** A bottom drawer as high as its content, a phone's counterpart of a menu; on a desktop a side drawer. */
export function Sheet(props: SheetProps) {
  const [asked, setAsked] = useState(props.opened)
  if (props.opened && !asked) setAsked(true)
  return <>{asked && <SheetDrawer {...props} />}</>
}
