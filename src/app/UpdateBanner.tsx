import { Alert, Button, Group, Text } from '@mantine/core'
import { update } from './updates.ts'

/** A new version is offered and waits: nothing typed is ever reloaded away. */
export function UpdateBanner() {
  const offered = update.use()
  if (!offered) return null
  return (
    <Alert mb="md" role="status">
      <Group justify="space-between">
        <Text size="sm">È disponibile una nuova versione.</Text>
        <Button variant="default" onClick={offered.apply}>
          Aggiorna
        </Button>
      </Group>
    </Alert>
  )
}
