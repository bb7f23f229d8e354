import { ActionIcon } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '../lib/notify.ts'
import { createStore } from '../lib/store.ts'
import { IconSearch } from '../ui/icons.tsx'

/** Whether the palette is asked for: by its button, from the menu of a phone, or with Ctrl+K. */
export const palette = createStore(false)
const MODAL = '[aria-modal="true"]'
// Two presses are not two palettes, and over a dialog there is no second layer.
const onKey = (event: KeyboardEvent) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  if (!document.querySelector(MODAL)) palette.set(true)
}

/** Searches pages, actions and records from any page. */
export function PaletteButton() {
  const opened = palette.use()
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      palette.set(false)
    }
  }, [])
  useEffect(() => {
    if (!opened || Palette) return
    import('./Palette.tsx').then(
      (module) => setPalette(() => module.Palette),
      () => {
        palette.set(false)
        notify.error('La ricerca non si apre adesso: riprova quando la rete torna.')
      },
    )
  }, [opened, Palette])
  return (
    <>
      <ActionIcon
        variant="subtle"
        visibleFrom="sm"
        aria-label="Vai a pagine, azioni e record"
        aria-keyshortcuts="Control+K Meta+K"
        title="Vai a… (Ctrl K)"
        onClick={() => palette.set(true)}
      >
        <IconSearch />
      </ActionIcon>
      {opened && Palette && <Palette onClose={() => palette.set(false)} />}
    </>
  )
}
