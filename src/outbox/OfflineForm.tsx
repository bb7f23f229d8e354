import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { faultsOf } from '../contract/kernel/faults.ts'
import { createBody, type OfflineCopy, type Values } from '../contract/kernel/offline-copy.ts'
import { MAX_PICTURES } from '../contract/kernel/offline-part.ts'
import { notify } from '../lib/notify.ts'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { PhotoPicker } from '../ui/PhotoPicker.tsx'
import { isUntouched } from './copy.ts'
import { type CopyEditor, editCopy } from './copy-editor.ts'
import { pictureOf, useObjectUrls } from './copy-pictures.ts'
import { laneOfCopy, placeOf } from './copy-send.ts'
import type { CopyKind } from './copy-types.ts'
import { StorageLeft } from './StorageSpace.tsx'
import { filesSaved, savingFiles } from './saving-files.ts'
import { useTakeFiles } from './use-take-files.ts'
import { WorkState } from './WorkState.tsx'

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
function faultsOfCopy({ contract, faults }: CopyKind, copy: OfflineCopy): Record<string, string> {
  const own = Object.entries(faults(copy.values)).flatMap(([field, words]) => (words ? [[field, words]] : []))
  return { ...Object.fromEntries(own), ...faultsOf(contract.create, createBody({ ...copy, confirmed: null })) }
}

function Form({ kind, editor, fields }: { kind: CopyKind; editor: CopyEditor; fields: OfflineFormProps['fields'] }) {
  const { local, saving } = editor.state.use()
  /** Fields that were refused at "Salva": each says what is wrong with it for as long as it is. */
  const [told, setTold] = useState<readonly string[]>([])
  const errors = Object.fromEntries(told.length ? Object.entries(faultsOfCopy(kind, local)).filter(([field]) => told.includes(field)) : [])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The button that opened the form is disabled or gone by now, or it was on another page.
    if (document.activeElement === document.body || document.activeElement?.matches(':disabled, #page-title'))
      form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  const { photos } = local.values
  const key = laneOfCopy(kind, local)
  const storing = savingFiles.use().has(key)
  const onTake = useTakeFiles(key, local.title)
  const urls = useObjectUrls(photos, (uuid) => pictureOf(kind, local, uuid, editor.bytesOf))
  const shown = photos.map((id, at) => ({ id, alt: `Foto ${at + 1}`, src: '', ...urls[id] }))
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = Object.keys(faultsOfCopy(kind, local))
        setTold(wrong)
        if (!wrong.length) void filesSaved(key).then(editor.confirm).catch(showError)
      }}
    >
      <Stack gap="sm">
        {fields({ values: local.values, errors, onChange: editor.type })}
        <PhotoPicker
          photos={shown}
          max={MAX_PICTURES}
          onTake={onTake}
          onAdd={(image) => editor.addPhoto(image)}
          onRemove={({ id }) => editor.removePhoto(id)}
        />
        {(storing || saving !== 'saved' || !isUntouched(local, kind.written)) && (
          <WorkState lane={key} state={saving === 'saved' ? 'draft' : saving} />
        )}
        {photos.length > 0 && <StorageLeft />}
        {saving === 'failed' && (
          <Alert color="red" role="alert">
            NON salvato: su questo dispositivo non c’è spazio. Libera spazio da foto, video e altre app, non i dati del browser, e premi di
            nuovo "Salva": finché questa pagina resta aperta il testo è qui.
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
