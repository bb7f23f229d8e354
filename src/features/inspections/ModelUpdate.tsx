import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useEditor } from './editor.ts'
import { fieldDb } from './field-store.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { modelDifferences } from './model-update.ts'

/** Offers to go on with a newer version of the model if this device has one, and lists the answers that would be left behind. */
export function ModelUpdate() {
  const editor = useInspectionEditor()
  const local = useEditor(editor, (state) => state.local)
  const trial = useEditor(editor, (state) => state.saving === 'trial')
  const [asking, setAsking] = useState(false)
  const current = useLiveQuery(async () => (trial ? undefined : fieldDb().models.get(local.model.id)), [trial, local.model.id])
  if (!current || current.hash === local.model.hash || current.version <= local.model.version) return null
  const { vanished, kept } = modelDifferences(local, current.definition)
  return (
    <Alert title={`Il modello è cambiato: versione ${current.version}, questa verifica usa la ${local.model.version}`}>
      <Button variant="default" onClick={() => setAsking(true)}>
        Aggiorna al modello corrente
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Aggiornare al modello corrente?">
        <Stack>
          <Text>
            {kept === 1 ? '1 risposta resta al suo posto.' : `${kept} risposte restano al loro posto.`} Non si può tornare indietro.
          </Text>
          {vanished.length > 0 && (
            <>
              <Text fw={600}>Domande che non ci sono più, con la risposta già data:</Text>
              <List>
                {vanished.map((label) => (
                  <List.Item key={label}>{label}</List.Item>
                ))}
              </List>
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              Resta alla versione {local.model.version}
            </Button>
            <Button
              onClick={() => {
                editor.updateModel(current)
                setAsking(false)
              }}
            >
              Aggiorna
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Alert>
  )
}
