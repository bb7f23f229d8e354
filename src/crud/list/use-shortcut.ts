import { useEffect, useRef } from 'react'
import { presses, type Shortcut } from './shortcuts.ts'

const typing = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]'

let covered = false
// Looked at before anything acts on the key: a dialog that Esc has just closed was still the one it was meant for.
const look = () => {
  covered = document.querySelector('[aria-modal="true"]') !== null
}
addEventListener('keydown', look, true)

/** Binds a shortcut of the app (shortcuts.ts), except while a dialog is open or, for a single key, while typing. */
export function useShortcut(name: Shortcut, action: () => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!presses(name, event) || event.defaultPrevented) return
      const alone = !event.ctrlKey && !event.metaKey
      if (alone && (event.target as Element).closest(typing)) return
      // Suppresses the browser's own function under the same keys.
      if (!alone || !covered) event.preventDefault()
      if (!covered) latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [name])
}
