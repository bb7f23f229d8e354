import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useEditor } from './editor.ts'
import { unlinkedFiles } from './edits.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { usePictures } from './inputs/use-pictures.ts'

export const UNLINKED_FILES = 'loose'

/** Lists files on the device that no answer refers to and offers to put them back before the verifica is completed. */
export function UnlinkedFiles() {
  const editor = useInspectionEditor()
  const found = useEditor(editor, ({ local }) => unlinkedFiles(local))
  const drawings = useEditor(editor, ({ local }) => Object.keys(local.drawings ?? {}))
  const pictures = usePictures(
    found.map(({ uuid }) => uuid),
    true,
  )
  if (found.length === 0 && drawings.length === 0) return null
  return (
    <Card withBorder component="section" id={UNLINKED_FILES} tabIndex={-1}>
      <Title order={3}>Da rivedere prima di completare</Title>
      <Stack gap="sm" mt="xs">
        {drawings.map((key) => (
          <Group key={key} justify="space-between">
            <Text>Una firma è disegnata ma non confermata.</Text>
            <Button variant="subtle" color="red" onClick={() => editor.draw(key, null)}>
              Togli la firma disegnata
            </Button>
          </Group>
        ))}
        {found.map(({ uuid, file }, at) => (
          <Group key={uuid} justify="space-between">
            {file.kind === 'photo' && pictures[at]?.src ? (
              <img src={pictures[at].src} alt={`Foto senza risposta ${at + 1}`} width={96} height={96} />
            ) : (
              <Text>Allegato</Text>
            )}
            <Text>Non è in nessuna risposta.</Text>
            <Group gap="xs">
              {file.kind !== 'signature' && (
                <Button variant="default" onClick={() => editor.putBack(uuid)}>
                  Rimetti
                </Button>
              )}
              <Button variant="subtle" color="red" onClick={() => editor.discardFile(uuid)}>
                Elimina
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
