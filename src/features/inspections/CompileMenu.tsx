import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { IconDotsVertical } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { setCompilePreferences, useCompilePreferences } from './compile-preferences.ts'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'

// Hardly any verifica is cancelled.
const TextDialog = part(() => import('../../crud/form/TextDialog.tsx').then((m) => m.TextDialog))
const Verbali = part(() => import('./Verbali.tsx').then((m) => m.Verbali))

export interface CompileMenuProps {
  /** One question at a time is for narrow screens. */
  phone: boolean
  /** The question in view. */
  here: string | undefined
  /** All questions of a section, or one at a time, from now on: the question in view is to stay so. */
  onWhole: (here: string) => void
  onDone: () => void
}

/** Preferences of filling in, and actions on the whole verifica; at the top, where it is not tapped by accident. */
export function CompileMenu({ phone, here, onWhole, onDone }: CompileMenuProps) {
  const editor = useInspectionEditor()
  const { uuid, station } = useEditor(editor, ({ local }) => ({ uuid: local.client_uuid, station: local.station }))
  const { advance, whole } = useCompilePreferences()
  const [cancelling, setCancelling] = useState(false)
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label="Altre azioni">
            <IconDotsVertical />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {phone && (
            <>
              <Menu.CheckboxItem closeMenuOnClick checked={advance} onChange={(on) => setCompilePreferences({ advance: on })}>
                Avanti da sola dopo la risposta
              </Menu.CheckboxItem>
              <Menu.CheckboxItem
                closeMenuOnClick
                checked={whole}
                onChange={(on) => {
                  setCompilePreferences({ whole: on })
                  if (here) onWhole(here)
                }}
              >
                Tutte le domande della sezione
              </Menu.CheckboxItem>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => setLooking(true)}>Ultimi verbali del punto vendita</Menu.Item>
          <Menu.Item color="red" onClick={() => setCancelling(true)}>
            Annulla la verifica
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>

      {looking && <Verbali station_id={station.id} code={station.code} onClose={() => setLooking(false)} />}
      {cancelling && (
        <TextDialog
          title="Annulla la verifica"
          label="Motivo"
          max={500}
          color="red"
          draft={`cancel:${uuid}`}
          onSend={(reason) =>
            editor.cancel(reason).then(onDone, (error: Error) => {
              notify.error(error.message)
              throw error
            })
          }
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}
