import { Alert, Button, Group, Stack } from '@mantine/core'
import { inspectionTitle } from '../../contract/inspections/draft.ts'
import { notify } from '../../lib/notify.ts'
import type { Ended as End } from '../../outbox/kind.ts'
import { outbox } from '../../outbox/runtime.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type Editor, useEditor } from './editor.ts'
import { LocalReading } from './LocalReading.tsx'
import { inspectionKey } from './local-inspection.ts'

interface EndedProps {
  editor: Editor
  end: End
  /** The refused step, if something was typed here that the server does not have. */
  refused: string | undefined
  onGone: () => void
}
/** A verifica that the office has ended while its copy is here: by whom and why, what was written, and the way out. */
export function Ended({ editor, end, refused, onGone }: EndedProps) {
  const local = useEditor(editor, (state) => state.local)
  const confirm = useConfirm()
  async function drop() {
    const question = { title: 'Togliere la verifica da questo dispositivo?', message: 'All’ufficio resta com’è.', confirm: 'Togli' }
    if (!(await confirm(question))) return
    const key = inspectionKey(local.client_uuid)
    await editor.flush()
    const held = await outbox().loadDraft(key)
    if (held) await outbox().discardDraft(key, held.revision)
    onGone()
  }
  return (
    <Page title={inspectionTitle(local)}>
      <Stack maw={800}>
        <Group>
          <StatusChip tone="error" label={end.label} />
        </Group>
        <Alert color="amber" role="alert">
          {end.words} {refused ? 'Ciò che hai scritto qui e che l’ufficio non ha resta su questo dispositivo.' : ''}
        </Alert>
        <Group>
          {refused ? (
            <LinkButton to="/invii/$id" params={{ id: refused }}>
              Guarda che cosa non è arrivato
            </LinkButton>
          ) : (
            <Button variant="default" onClick={() => void drop().catch((error: Error) => notify.error(error.message))}>
              Togli da questo dispositivo
            </Button>
          )}
          <LinkButton to="/verifiche" variant="subtle">
            Torna alle verifiche
          </LinkButton>
        </Group>
        <LocalReading editor={editor} />
      </Stack>
    </Page>
  )
}
