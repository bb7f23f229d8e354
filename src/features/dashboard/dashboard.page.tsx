import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { session } from '../../lib/session.ts'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_signed/dashboard')({ component: DashboardPage })

function DashboardPage() {
  const { user } = session.use()
  return (
    <Page title={`Buongiorno, ${user?.name.split(' ')[0]}`}>
      <Text c="dimmed">Niente da segnalare oggi.</Text>
    </Page>
  )
}
