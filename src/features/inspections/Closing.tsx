import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { connection } from '../../lib/online.ts'
import { wake } from '../../outbox/runtime.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { type Editor, useEditor } from './editor.ts'
import { forgetSent, inspectionKey, titleOf } from './local.ts'

/** A verifica closed on this device, on its way to the office: what stands in its way, and what can be done. */
export function Closing({ editor, onSent }: { editor: Editor; onSent: () => void }) {
  const local = useEditor(editor, (state) => state.local)
  const online = connection.use() === 'online'
  const items = useOutbox()?.filter((item) => item.lane === inspectionKey(local.client_uuid) && item.state !== 'sent')
  const stuck = items?.find((item) => ['needs-fix', 'conflict', 'quarantined'].includes(item.state))
  const sent = items?.length === 0
  useEffect(() => {
    if (sent) void forgetSent().then(onSent)
  }, [sent, onSent])
  return (
    <Page title={titleOf(local)}>
      <Stack maw={640}>
        <Group>
          <SaveState state={stuck ? 'needs-fix' : sent ? 'sent' : 'queued'} />
        </Group>
        {stuck ? (
          <Alert color="red" role="alert" title="L'ufficio non ha potuto registrare la verifica">
            <Stack gap="sm">
              <Text>{stuck.lastError?.message}</Text>
              <Group>
                {stuck.state === 'needs-fix' && <Button onClick={editor.reopen}>Correggi</Button>}
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
              {online ? 'Invio in corso…' : 'Sarà inviata da sola appena torna la rete: non serve fare altro.'}
            </Text>
            <Button variant="default" w="fit-content" onClick={() => void wake('user')}>
              Invia adesso
            </Button>
          </>
        )}
        <LinkButton to="/verifiche" variant="subtle" w="fit-content">
          Torna alle verifiche
        </LinkButton>
      </Stack>
    </Page>
  )
}
