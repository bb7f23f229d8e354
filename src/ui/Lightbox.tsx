import { useState } from 'react'
import type { LightboxProps } from './LightboxDialog.tsx'
import { part } from './part.tsx'

// Fetched when the first picture is opened.
const LightboxDialog = part(() => import('./LightboxDialog.tsx').then((m) => m.LightboxDialog))

/** Full-screen pictures; arrow keys and buttons go from one to the next, Esc closes. */
export function Lightbox(props: LightboxProps) {
  const [asked, setAsked] = useState(false)
  if (props.index !== null && !asked) setAsked(true)
  return <>{asked && <LightboxDialog {...props} />}</>
}
