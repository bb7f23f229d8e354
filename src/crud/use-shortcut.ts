import { useEffect, useRef } from 'react'

const typing = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]'

/** One key by itself (`/`, `n`) does `action`, unless somebody is typing or a dialog is open. By character, so that `/` is found on every layout. */
export function useShortcut(key: string, action: () => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if ((event.target as Element).closest(typing) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [key])
}
