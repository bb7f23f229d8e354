import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspections/form.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { Compile } from '../Compile.tsx'
import type { CompilePlace } from '../compile-place.ts'
import { stepsOf } from '../steps.ts'
import { FACT_LABELS } from './conditions.ts'
import { ALL_FLAGS, type Flag } from './example-station.ts'
import classes from './Preview.module.css'
import { trialEditor } from './trial-editor.ts'

interface PreviewProps {
  definition: ModelDefinition
  onClose: () => void
}
/** The model as whoever fills it in will see it, on a made-up station: the compile mode itself, as wide as a phone. */
export function Preview({ definition, onClose }: PreviewProps) {
  const phone = usePhone()
  return (
    <Dialog opened onClose={onClose} title="Anteprima" size="auto" fullScreen={phone}>
      <Group align="flex-start" wrap={phone ? 'wrap' : 'nowrap'} gap="lg">
        <Trial definition={definition} />
      </Group>
    </Dialog>
  )
}
/** The same beside what is being edited, at the question that is open there: it begins anew with each change that leaves the model whole. */
export function PreviewBeside({ definition, question }: TrialProps) {
  return (
    <aside className={classes.beside} aria-label="Anteprima">
      <Trial key={JSON.stringify(definition)} definition={definition} question={question} />
    </aside>
  )
}

interface TrialProps {
  definition: ModelDefinition
  /** The question that is open in the editor. */
  question?: string | undefined
}
function Trial({ definition, question }: TrialProps) {
  const [editor] = useState(() => trialEditor(definition))
  const [place, setPlace] = useState<CompilePlace>({})
  const [flags, setFlags] = useState<readonly Flag[]>(ALL_FLAGS)
  useEffect(() => {
    const steps = stepsOf(editor.state.get().evaluation, true)
    const at = question ? steps.findIndex(({ asked }) => asked.some((one) => one.question.key === question)) : -1
    if (at >= 0) setPlace({ at })
  }, [editor, question])
  return (
    <>
      <div className={classes.phone}>
        <Compile editor={editor} place={place} onPlace={setPlace} asPhone />
      </div>
      <Stack gap="md">
        <Checkbox.Group
          label="Il punto vendita di esempio ha"
          value={[...flags]}
          onChange={(next) => {
            setFlags(next as Flag[])
            editor.setFlags(next as Flag[])
          }}
        >
          {ALL_FLAGS.map((flag) => (
            <Checkbox key={flag} value={flag} label={FACT_LABELS[flag]} />
          ))}
        </Checkbox.Group>
        <Text size="sm" c="dimmed" maw="16rem">
          Le risposte date qui servono solo a provare il modello e non vengono salvate.
        </Text>
      </Stack>
    </>
  )
}
