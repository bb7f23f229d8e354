import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Conflict, FormHandle } from './form-handle.ts'
import type { Values } from './merge.ts'

interface ConflictDialogProps {
  conflict: Conflict
  form: Pick<FormHandle, 'labelOf' | 'wordsOf'>
  /** The chosen values of the disputed fields; null to go on editing. */
  onChoice: (chosen: Values | null) => void
}

/** Shown when somebody else saved first: for each field that both changed, the person chooses the value. */
export function ConflictDialog({ conflict: { disputed, taken, mine, theirs }, form: { labelOf, wordsOf }, onChoice }: ConflictDialogProps) {
  const [kept, setKept] = useState<Record<string, 'mine' | 'theirs'>>({})
  const [asked, setAsked] = useState(false)
  function save() {
    setAsked(true)
    const open = disputed.find((key) => !kept[key])
    if (open) document.getElementsByName(open)[0]?.focus()
    else onChoice(Object.fromEntries(disputed.map((key) => [key, kept[key] === 'mine' ? mine[key] : theirs[key]])))
  }
  return (
    <Dialog opened onClose={() => onChoice(null)} title="Modificato da un altro utente" size="lg">
      <Stack>
        <Text>Mentre compilavi, un altro utente ha salvato questo record. Scegli quale valore tenere.</Text>
        {disputed.map((key) => (
          <Radio.Group
            key={key}
            name={key}
            error={asked && !kept[key] && 'Scegli quale valore tenere.'}
            label={labelOf(key)}
            value={kept[key] ?? ''}
            onChange={(choice) => setKept({ ...kept, [key]: choice as 'mine' | 'theirs' })}
          >
            <Radio value="mine" label={`Usa il mio valore: ${wordsOf(key, mine[key])}`} />
            <Radio value="theirs" label={`Usa quello dell’ufficio: ${wordsOf(key, theirs[key])}`} />
          </Radio.Group>
        ))}
        {taken.length > 0 && <Text c="dimmed">Presi dal server: {taken.map(labelOf).join(', ')}.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onChoice(null)}>
            Annulla
          </Button>
          <Button onClick={save}>Salva</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
