import { ActionIcon } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useShortcut } from '../crud/use-shortcut.ts'
import { notify } from '../lib/notify.ts'
import { IconSearch } from '../ui/icons.tsx'
import { layer } from './layer.ts'

type Layer = ComponentType<{ onClose: () => void }>
const layers = {
  palette: () => import('./Palette.tsx').then((module): Layer => module.Palette),
  shortcuts: () => import('./Shortcuts.tsx').then((module): Layer => module.Shortcuts),
}
const close = () => layer.set(undefined)

/** Searches pages, actions and records from any page; and the sheet of keys. */
export function PaletteButton() {
  const wanted = layer.use()
  const [here, setHere] = useState<{ [K in keyof typeof layers]?: Layer }>({})
  useShortcut('palette', () => layer.set('palette'))
  useShortcut('sheet', () => layer.set('shortcuts'))
  useEffect(() => close, [])
  useEffect(() => {
    if (!wanted || here[wanted]) return
    layers[wanted]().then(
      (Loaded) => setHere((before) => ({ ...before, [wanted]: Loaded })),
      () => {
        close()
        notify.error('La ricerca non si apre adesso: riprova quando la rete torna.')
      },
    )
  }, [wanted, here])
  const Shown = wanted && here[wanted]
  return (
    <>
      <ActionIcon
        variant="subtle"
        visibleFrom="sm"
        aria-label="Vai a pagine, azioni e record"
        aria-keyshortcuts="Control+K Meta+K"
        title="Vai a… (Ctrl K)"
        onClick={() => layer.set('palette')}
      >
        <IconSearch />
      </ActionIcon>
      {Shown && <Shown onClose={close} />}
    </>
  )
}
