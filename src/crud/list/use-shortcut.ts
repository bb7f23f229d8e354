import { useEffect, useRef } from 'react'
import { presses, type Shortcut } from './shortcuts.ts'

const typing = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]'

/** Keys of the app (shortcuts.ts) do `action`, unless a dialog is open or, where it is one key by itself, somebody is typing. */
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
      const covered = document.querySelector('[aria-modal="true"]')
      // The browser has a search of its own under the keys of ours.
      if (!alone || !covered) event.preventDefault()
      if (!covered) latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [name])
}
