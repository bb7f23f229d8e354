const ask = (event: Event) => event.preventDefault()
let holding = 0

/** The browser asks before this page is closed or reloaded, until the returned function is called. */
export function askBeforeUnload(): () => void {
  if (holding++ === 0) addEventListener('beforeunload', ask)
  let held = true
  return () => {
    if (held && --holding === 0) removeEventListener('beforeunload', ask)
    held = false
  }
}
