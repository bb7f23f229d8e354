import { AppShell, MantineProvider, Table, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import Dexie from 'dexie'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'

/** The smallest program with the whole stack: shell, router, query, Dexie, service worker, and one list of 25 rows from an API. */
const db = new Dexie('floor')
db.version(1).stores({ kept: 'key' })
await db.table('kept').get('session')

function List() {
  const { data = [] } = useQuery({
    queryKey: ['rows'],
    queryFn: () => fetch('/rows').then((response) => response.json() as Promise<{ id: number; name: string }[]>),
  })
  return (
    <AppShell header={{ height: 56 }} padding="md">
      <AppShell.Header>Pavimento</AppShell.Header>
      <AppShell.Main>
        <Title>Banche</Title>
        <Table>
          <Table.Tbody>
            {data.map(({ id, name }) => (
              <Table.Tr key={id}>
                <Table.Td data-row={id}>{name}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </AppShell.Main>
    </AppShell>
  )
}
const router = createRouter({ routeTree: createRootRoute({ component: List }) })
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>
  </QueryClientProvider>,
)
void navigator.serviceWorker.register('/sw.js')
