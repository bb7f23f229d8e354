import { lazy, Suspense, useState } from 'react'
import type { LightboxProps } from './LightboxDialog.tsx'

// Fetched when the first picture is opened.
const LightboxDialog = lazy(() => import('./LightboxDialog.tsx').then(({ LightboxDialog }) => ({ default: LightboxDialog })))

/** Pictures as large as the screen; arrow keys and buttons go from one to the next, Esc closes. */
export function Lightbox(props: LightboxProps) {
  const [asked, setAsked] = useState(false)
  if (props.index !== null && !asked) setAsked(true)
  return <Suspense>{asked && <LightboxDialog {...props} />}</Suspense>
}
