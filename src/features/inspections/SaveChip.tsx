import { useOutbox } from '../../outbox/use-outbox.ts'
import { SaveState } from '../../ui/SaveState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type Editor, useEditor } from './editor.ts'
import { inspectionKey } from './local.ts'

/** Where the last change has come, always in the same place. */
export function SaveChip({ editor }: { editor: Editor }) {
  const saving = useEditor(editor, (state) => state.saving)
  const uuid = useEditor(editor, (state) => state.local.client_uuid)
  const dirty = useEditor(editor, (state) => state.local.dirty.length > 0 || state.local.headDirty)
  const items = useOutbox()?.filter((item) => item.lane === inspectionKey(uuid) && item.state !== 'sent')
  if (items?.some((item) => ['needs-fix', 'conflict', 'quarantined'].includes(item.state))) return <SaveState state="needs-fix" />
  if (saving === 'trial') return <StatusChip tone="neutral" label="Anteprima" />
  if (saving !== 'saved')
    return <StatusChip tone={saving === 'failed' ? 'error' : 'info'} label={saving === 'failed' ? 'NON salvato' : 'Salvataggio…'} />
  if (dirty) return <SaveState state="on-device" />
  return <SaveState state={items?.length ? 'queued' : 'sent'} />
}
