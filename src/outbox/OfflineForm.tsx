import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { createBody, type OfflineCopy, type Values } from '../contract/kernel/offline-copy.ts'
import { MAX_PICTURES } from '../contract/kernel/offline-part.ts'
import { notify } from '../lib/notify.ts'
import { unsaved } from '../lib/unsaved.ts'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { PhotoPicker } from '../ui/PhotoPicker.tsx'
import { type CopyEditor, editCopy } from './copy-editor.ts'
import { pictureOf, useObjectUrls } from './copy-pictures.ts'
import { placeOf } from './copy-send.ts'
import type { CopyKind } from './copy-types.ts'
import { StorageLeft } from './StorageSpace.tsx'

export interface FieldsProps {
  values: Values
  /** Error text by field name. */
  errors: Record<string, string>
  onChange: (part: Partial<Values>) => void
}
interface OfflineFormProps {
  kind: CopyKind
  copy: OfflineCopy
  fields: (props: FieldsProps) => ReactNode
}

/** Form for one record written on this device. Every keystroke is stored locally; "Salva" queues it for the server. */
export function OfflineForm({ kind, copy, fields }: OfflineFormProps) {
  const [editor, setEditor] = useState<CopyEditor>()
  const place = placeOf(copy)
  useEffect(() => {
    let opened: CopyEditor | undefined
    let here = true
    void editCopy(kind, place).then((made) => {
      opened = made
      if (here) setEditor(made)
      else void made?.close()
    })
    return () => {
      here = false
      void opened?.close()
    }
  }, [kind, place])
  return editor ? <Form kind={kind} editor={editor} fields={fields} /> : <LoadingRows />
}

const showError = (error: Error) => notify.error(error.message)
/** Blocks an update of the app until the chosen pictures are stored: the reload would lose them. */
function blockReload() {
  const holds = () => true
  unsaved.add(holds)
  return () => void unsaved.delete(holds)
}
/** Runs the server's own validation, so that nothing is refused after the screen has said it was saved. */
function faultsOf(kind: CopyKind, copy: OfflineCopy): Record<string, string> {
  const { issues } = v.safeParse(kind.contract.create.body!, createBody({ ...copy, confirmed: null }), { lang: 'it' })
  const own = Object.entries(kind.faults(copy.values)).flatMap(([field, words]) => (words ? [[field, words]] : []))
  return Object.fromEntries([
    ...own,
    ...(issues?.map((issue) => [v.getDotPath(issue)?.split('.')[0] ?? '', issue.message]).reverse() ?? []),
  ])
}

function Form({ kind, editor, fields }: { kind: CopyKind; editor: CopyEditor; fields: OfflineFormProps['fields'] }) {
  const { local, saving } = editor.state.use()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { photos } = local.values
  const urls = useObjectUrls(photos, (uuid) => pictureOf(kind, local, uuid, editor.bytesOf))
  const shown = photos.map((id, at) => ({ id, alt: `Foto ${at + 1}`, src: '', ...urls[id] }))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const faults = faultsOf(kind, local)
        setErrors(faults)
        if (!Object.keys(faults).length) void editor.confirm().catch(showError)
      }}
    >
      <Stack gap="sm">
        {fields({ values: local.values, errors, onChange: editor.type })}
        <PhotoPicker
          photos={shown}
          max={MAX_PICTURES}
          onHold={blockReload}
          onAdd={(image) => editor.addPhoto(image)}
          onRemove={({ id }) => editor.removePhoto(id)}
        />
        {photos.length > 0 && <StorageLeft />}
        {saving === 'failed' && (
          <Alert color="red" role="alert">
            NON salvato: su questo dispositivo non c’è spazio. Libera spazio e premi di nuovo "Salva": finché questa pagina resta aperta il
            testo è qui.
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit">Salva</Button>
          <Button variant="default" onClick={() => void editor.revert().catch(showError)}>
            Annulla
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
