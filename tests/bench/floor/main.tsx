import { AppShell, MantineProvider, Table, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { kept } from './kept.ts'
import '@mantine/core/styles.css'

/**
 * The smallest program with the whole stack: shell, router, query, Dexie, service worker, and one list of 25 rows from an API. The other pages are for
 * gestures: the same list from another address, 200 plain questions, the search of an array; their code is not of the first load.
 */
await kept.table('kept').get('session')
const client = new QueryClient()
type Row = { id: number; name: string }
const rows = (of: string) =>
  queryOptions({
    queryKey: [of],
    queryFn: () => fetch(`/rows?${of}`).then((response) => response.json() as Promise<Row[]>),
    staleTime: Number.POSITIVE_INFINITY,
  })

function List({ of }: { of: string }) {
  const { data = [] } = useQuery(rows(of))
  return (
    <>
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
    </>
  )
}
const root = createRootRoute({
  component: () => (
    <AppShell header={{ height: 56 }} padding="md">
      <AppShell.Header>
        Pavimento <Link to={'/' as string}>Elenco</Link> <Link to={'/altro' as string}>Altro elenco</Link>{' '}
        <Link to={'/sezione' as string}>Sezione</Link>
      </AppShell.Header>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  ),
})
const page = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component })
const later = (path: string, name: 'Section' | 'Form' | 'Saved') =>
  page(
    path,
    lazyRouteComponent(() => import('./questions.tsx'), name),
  )
const routeTree = root.addChildren([
  page('/', () => <List of="first" />),
  page('/altro', () => <List of="other" />),
  page('/vuota', () => {
    useQuery(rows('first'))
    return <Title>Pagina</Title>
  }),
  later('/sezione', 'Section'),
  later('/modulo', 'Form'),
  later('/salva', 'Saved'),
  page(
    '/stazioni',
    lazyRouteComponent(() => import('./search.tsx'), 'Search'),
  ),
])
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={client}>
    <MantineProvider>
      <RouterProvider router={createRouter({ routeTree }) as never} />
    </MantineProvider>
  </QueryClientProvider>,
)
requestIdleCallback(() => void navigator.serviceWorker.register('/sw.js'))
