import { Card, Group, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { permissions, roles, rolesOf } from '../../contract/roles.ts'
import { session } from '../../lib/session.ts'
import { Page } from '../../ui/Page.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'

export const Route = createFileRoute('/_signed/utenti/profilo')({ component: ProfilePage })

function ProfilePage() {
  const { user } = session.use()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (!user) return null
  const names = [...rolesOf(user.scope).map((name) => roles[name].label), ...user.permissions.map((name) => permissions[name].label)]
  return (
    <Page title="Profilo">
      <Stack maw={640}>
        <Card withBorder>
          <Title order={2}>{user.name}</Title>
          <Text>{user.email}</Text>
          <Text c="dimmed">{names.join(', ')}</Text>
        </Card>
        <Card withBorder>
          <Group justify="space-between">
            <Title order={2}>Aspetto</Title>
            <SegmentedControl
              aria-label="Aspetto"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as 'light')}
              data={[
                { value: 'light', label: 'Chiaro' },
                { value: 'dark', label: 'Scuro' },
                { value: 'auto', label: 'Sistema' },
              ]}
            />
          </Group>
        </Card>
        <DeviceCard />
        <PasswordCard />
      </Stack>
    </Page>
  )
}
