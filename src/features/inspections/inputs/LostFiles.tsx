import { Alert, Button, Group, Text } from '@mantine/core'
import { savingFiles } from '../../../outbox/saving-files.ts'
import { useEditor } from '../editor.ts'
import type { FileSlot } from '../edits.ts'
import { inspectionKey } from '../local-inspection.ts'
import { useInspectionEditor } from './editor-context.ts'

/** What a place says of the files chosen for it: `begins` when some are, `fails` for each that is not stored. Those chosen anew are lost no more. */
export function useTaking(name: string, slot: FileSlot) {
  const editor = useInspectionEditor()
  return {
    begins(chosen: number) {
      const { client_uuid, taking } = editor.state.get().local
      const lost = savingFiles.get().has(inspectionKey(client_uuid)) ? 0 : (taking?.[`${name}/${slot}`] ?? 0)
      editor.taking(name, slot, chosen - Math.min(lost, chosen))
      void editor.flush()
    },
    fails: () => editor.taking(name, slot, -1),
  }
}

/** Files that were chosen for this place and never stored, because the app was closed before: they must be chosen again. */
export function LostFiles({ name, slot }: { name: string; slot: FileSlot }) {
  const editor = useInspectionEditor()
  const lost = useEditor(editor, ({ local }) => local.taking?.[`${name}/${slot}`] ?? 0)
  const key = useEditor(editor, ({ local }) => inspectionKey(local.client_uuid))
  const storing = savingFiles.use().has(key)
  if (!lost || storing) return null
  return (
    <Alert color="amber" role="alert">
      <Group gap="xs" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {lost === 1 ? 'Un file scelto qui non è stato salvato' : `${lost} file scelti qui non sono stati salvati`}: l’app è stata chiusa
          prima. {lost === 1 ? 'Sceglilo' : 'Sceglili'} di nuovo.
        </Text>
        <Button variant="default" onClick={() => editor.taking(name, slot, -lost)}>
          Ho capito
        </Button>
      </Group>
    </Alert>
  )
}
