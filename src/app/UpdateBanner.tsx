import { Button, Group, Paper, Text } from '@mantine/core'
import classes from './layout.module.css'
import { update } from './updates.ts'

/**
 * Offers a new version. It never reloads by itself, so that nothing typed is lost, and lies over the page, so that nothing moves under a
 * finger.
 */
export function UpdateBanner() {
  const offered = update.use()
  if (!offered) return null
  return (
    <Paper className={classes.update} withBorder shadow="md" p="xs" pl="sm" role="status">
      <Group justify="space-between" gap="xs">
        {offered === 'coming' ? (
          <>
            <Text>La nuova versione arriva appena l’app è ferma per un momento.</Text>
            <Button variant="subtle" onClick={() => update.set(undefined)}>
              Chiudi
            </Button>
          </>
        ) : (
          <>
            <Text>È disponibile una nuova versione.</Text>
            <Group gap="xs" wrap="nowrap">
              <Button variant="subtle" onClick={() => update.set(undefined)}>
                Dopo
              </Button>
              <Button onClick={offered.apply}>Aggiorna</Button>
            </Group>
          </>
        )}
      </Group>
    </Paper>
  )
}
