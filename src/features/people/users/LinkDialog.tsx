import { Alert, Button, Stack, TextInput } from '@mantine/core'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import type { users } from '../../../contract/people/users.ts'
import { copyText } from '../../../lib/copy.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

/** A link that is shown once, to be handed to the person whose password it sets. */
export function LinkDialog({ name, link, onClose }: { name: string; link: Output<typeof users.link>; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={`Link per ${name}`}>
      <Stack>
        <TextInput label="Link" value={link.address} readOnly onFocus={({ target }) => target.select()} />
        <Alert color="amber" role="status">
          Consegnalo solo a {name}: chi lo apre sceglie la password. Vale una volta sola, {link.invitation ? '7 giorni' : 'un’ora'}, e non
          sarà più mostrato. I link precedenti non valgono più.
        </Alert>
        <Button w="fit-content" onClick={() => copyText(link.address)}>
          Copia
        </Button>
      </Stack>
    </Dialog>
  )
}
