import { Alert, Button, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { BY_HAND, install, useInstall } from '../../../lib/install.ts'
import { connection } from '../../../lib/online.ts'

/** How to put the app on the home screen, until it is there or the person has said no. Without a network other things come first. */
export function InstallHint() {
  const how = useInstall()
  const [refused, setRefused] = useLocalStorage({ key: 'piazzale-install-refused', defaultValue: false, getInitialValueInEffect: false })
  const online = connection.use() === 'online'
  if (!how || refused || !online) return null
  return (
    <Alert color="petrol">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {how === 'offer' ? 'Installa Piazzale: si apre dalla schermata Home e lavora anche senza rete.' : BY_HAND}
        </Text>
        <Group gap="xs">
          {how === 'offer' && <Button onClick={() => void install()}>Installa l’app</Button>}
          <Button variant="default" onClick={() => setRefused(true)}>
            Non ora
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
