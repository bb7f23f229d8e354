import { Card, Group, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { rightsInWords } from '../../../contract/kernel/roles.ts'
import { session } from '../../../lib/session.ts'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { SCHEMES } from '../../../ui/schemes.ts'
import { DeviceCard } from './DeviceCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'

const AccessCard = part(() => import('./AccessCard.tsx').then((m) => m.AccessCard))
const SecondFactorCard = part(() => import('./SecondFactorCard.tsx').then((m) => m.SecondFactorCard))
const NotifyCard = part(() => import('./NotifyCard.tsx').then((m) => m.NotifyCard))

export const Route = createFileRoute('/_signed/utenti/profilo')({ component: ProfilePage })

function ProfilePage() {
  const { user } = session.use()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (!user) return null
  return (
    <Page title="Profilo">
      <Stack maw={640}>
        <Card withBorder>
          <Title order={2}>{user.name}</Title>
          <Text>{user.email}</Text>
          <Text c="dimmed">{rightsInWords(user).join(', ')}</Text>
        </Card>
        <Card withBorder>
          <Group justify="space-between">
            <Title order={2}>Aspetto</Title>
            <SegmentedControl
              aria-label="Aspetto"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as 'light')}
              data={[...SCHEMES]}
            />
          </Group>
        </Card>
        <NotifyCard />
        <SecondFactorCard />
        <AccessCard />
        <DeviceCard />
        <PasswordCard />
      </Stack>
    </Page>
  )
}
