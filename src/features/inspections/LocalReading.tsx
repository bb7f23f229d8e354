import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { COVER_PHOTO } from '../../contract/inspections/answers.ts'
import { type Editor, useEditor } from './editor.ts'
import { NotesAndSignatures } from './NotesAndSignatures.tsx'
import { PicturesContext } from './pictures-context.ts'
import { ReadPrevious } from './ReadPrevious.tsx'
import { ReadSections } from './ReadSections.tsx'
import { ServerPhotos } from './ServerPhotos.tsx'

/** The copy on this device to be read: what was answered, noted, photographed and signed. */
export function LocalReading({ editor }: { editor: Editor }) {
  const local = useEditor(editor, (state) => state.local)
  const evaluation = useEditor(editor, (state) => state.evaluation)
  const pictures = useMemo(
    () => ({
      ...{ name: 'inspection-copy', local: true },
      async read(uuid: string) {
        const found = await editor.picture(uuid)
        if (!found) throw new Error('La foto non è su questo dispositivo e il server non è raggiungibile.')
        return found
      },
    }),
    [editor],
  )
  return (
    <PicturesContext value={pictures}>
      <Stack>
        <ServerPhotos label="Foto di copertina" uuids={local.answers[COVER_PHOTO]?.photos ?? []} />
        {evaluation.previous.length > 0 && <ReadPrevious checks={evaluation.previous} />}
        <ReadSections evaluation={evaluation} station={local.context} />
        <NotesAndSignatures notes={local.notes} signatures={local.signatures} />
      </Stack>
    </PicturesContext>
  )
}
