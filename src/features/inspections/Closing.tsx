import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { answerKeyOfField } from '../../contract/inspections/answer-key-of-field.ts'
import { inspectionTitle } from '../../contract/inspections/draft.ts'
import { connection } from '../../lib/online.ts'
import { forgetSent } from '../../outbox/leftovers.ts'
import { wake } from '../../outbox/runtime.ts'
import { isStuck } from '../../outbox/summary.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { type Editor, useEditor } from './editor.ts'
import { loadLocal } from './local-inspection.ts'
import { objectionsTo } from './objections.ts'
import { useSavedState } from './use-saved-state.ts'

// Read again only now and then.
const LocalReading = part(() => import('./LocalReading.tsx').then((m) => m.LocalReading))

interface ClosingProps {
  editor: Editor
  onSent: () => void
  /** The answer key that is asked for in the address. */
  jump: string | undefined
  onJump: (key: string) => void
}
/** A verifica closed on this device, on its way to the office: what stands in its way, and what can be done. Completed is what the server says is. */
export function Closing({ editor, onSent, jump, onJump }: ClosingProps) {
  const local = useEditor(editor, (state) => state.local)
  const online = connection.use() === 'online'
  const { state, work } = useSavedState(editor) ?? {}
  const [reading, setReading] = useState(false)
  const sent = state === 'sent'
  const stuck = state && isStuck({ state }) ? work?.steps.find((step) => step.state === state) : undefined
  const found = objectionsTo(stuck)
  const mustFix = state === 'needs-fix'
  // The address asks for one answer to be corrected: the verifica is reopened at once.
  useEffect(() => {
    if (mustFix && jump !== undefined) editor.reopen()
  }, [editor, mustFix, jump])
  const uuid = local.client_uuid
  // Only what the server has completely is removed from the device.
  useEffect(() => {
    if (sent)
      void forgetSent()
        .then(() => loadLocal(uuid))
        .then((left) => left || onSent())
  }, [sent, uuid, onSent])
  return (
    <Page title={inspectionTitle(local)}>
      <Stack maw={640}>
        <Group mih="1.375rem">{state && <SaveState state={state} />}</Group>
        {stuck ? (
          <Alert color="red" role="alert" title="L'ufficio non ha potuto registrare la verifica">
            <Stack gap="sm">
              {found.length ? (
                <List listStyleType="none" spacing="xs">
                  {found.map(([field, words]) => (
                    <List.Item key={field}>
                      <Anchor component="button" ta="left" underline="always" onClick={() => onJump(answerKeyOfField(field))}>
                        {words}
                      </Anchor>
                    </List.Item>
                  ))}
                </List>
              ) : (
                <Text>{stuck.lastError?.message}</Text>
              )}
              <Group>
                {mustFix && <Button onClick={editor.reopen}>Correggi</Button>}
                <LinkButton to="/invii" variant="default">
                  Vai agli invii
                </LinkButton>
              </Group>
            </Stack>
          </Alert>
        ) : (
          <>
            <Text>
              La verifica è chiusa e al sicuro su questo dispositivo.{' '}
              {online
                ? 'Sarà completata quando l’ufficio l’ha ricevuta per intero: ci vuole un momento.'
                : 'Sarà inviata da sola appena torna la rete, e allora sarà completata: non serve fare altro.'}
            </Text>
            <Button variant="default" w="fit-content" onClick={() => void wake('user')}>
              Invia adesso
            </Button>
          </>
        )}
        <Button variant="default" w="fit-content" aria-expanded={reading} onClick={() => setReading(!reading)}>
          {reading ? 'Chiudi la rilettura' : 'Rileggi la verifica'}
        </Button>
        {reading && <LocalReading meanwhile={<LoadingRows />} editor={editor} />}
        <LinkButton to="/verifiche" variant="subtle" w="fit-content">
          Torna alle verifiche
        </LinkButton>
      </Stack>
    </Page>
  )
}
