import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspection-form.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { Compile } from '../Compile.tsx'
import type { Place } from '../place.ts'
import { FACTS } from './conditions.ts'
import { ALL_FLAGS, type Flag } from './example-station.ts'
import classes from './Preview.module.css'
import { trialEditor } from './trial-editor.ts'

/** The model as whoever fills it in will see it, on a made-up station: the compile mode itself, as wide as a phone. */
export function Preview({ definition, onClose }: { definition: ModelDefinition; onClose: () => void }) {
  const phone = usePhone()
  const [editor] = useState(() => trialEditor(definition))
  const [place, setPlace] = useState<Place>({})
  const [flags, setFlags] = useState<readonly Flag[]>(ALL_FLAGS)
  const station = (
    <Checkbox.Group
      label="Il punto vendita di esempio ha"
      value={[...flags]}
      onChange={(next) => {
        setFlags(next as Flag[])
        editor.setFlags(next as Flag[])
      }}
    >
      {ALL_FLAGS.map((flag) => (
        <Checkbox key={flag} value={flag} label={FACTS[flag]} />
      ))}
    </Checkbox.Group>
  )
  return (
    <Dialog opened onClose={onClose} title="Anteprima" size="auto" fullScreen={phone}>
      <Group align="flex-start" wrap={phone ? 'wrap' : 'nowrap'} gap="lg">
        <div className={classes.phone}>
          <Compile editor={editor} place={place} onPlace={setPlace} onDone={onClose} asPhone />
        </div>
        <Stack gap="md">
          {station}
          <Text size="sm" c="dimmed" maw="16rem">
            Le risposte date qui servono solo a provare il modello e non vengono salvate.
          </Text>
        </Stack>
      </Group>
    </Dialog>
  )
}
