import { ActionIcon } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useShortcut } from '../crud/list/use-shortcut.ts'
import { notify } from '../lib/notify.ts'
import { IconSearch } from '../ui/icons.tsx'
import { layer } from './layer.ts'

const close = () => layer.set(undefined)
const search = () => layer.set('palette')

/** Button and shortcuts of the search palette and of the shortcut list. */
export function PaletteButton() {
  const wanted = layer.use()
  const [layers, setLayers] = useState<typeof import('./layers.ts').layers>()
  useShortcut('palette', search)
  useShortcut('sheet', () => layer.set('shortcuts'))
  useEffect(() => close, [])
  useEffect(() => {
    if (!wanted || layers) return
    import('./layers.ts').then(
      (module) => setLayers(module.layers),
      () => {
        close()
        notify.error('La ricerca non si apre adesso: riprova quando la rete torna.')
      },
    )
  }, [wanted, layers])
  const Shown = wanted && layers?.[wanted]
  return (
    <>
      <ActionIcon
        variant="subtle"
        visibleFrom="sm"
        aria-label="Vai a pagine, azioni e record"
        aria-keyshortcuts="Control+K Meta+K"
        title="Vai a… (Ctrl K)"
        onClick={search}
      >
        <IconSearch />
      </ActionIcon>
      {Shown && <Shown onClose={close} />}
    </>
  )
}
