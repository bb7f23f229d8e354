import { ActionIcon, AppShell, Burger, Group, MantineProvider, NavLink, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
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
import { List } from './list.tsx'
import { type Of, rows } from './rows.ts'
import '@mantine/core/styles.css'

/**
 * The smallest program with the whole stack: frame, router, query, Dexie, service worker, and one list of 25 rows from an API. The other pages are for
 * gestures: the same list from another address, what the device holds, 200 plain questions, the search of an array; their code is not of the first load.
 */
await kept.kept.get('session')
const client = new QueryClient()

function Rows({ of }: { of: Of }) {
  const { data } = useQuery(rows(of))
  return data && <List title="Verifiche" {...data} />
}
function Frame() {
  const [opened, menu] = useDisclosure()
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 300, breakpoint: 'lg', collapsed: { mobile: !opened } }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs">
            <Burger opened={opened} onClick={menu.toggle} hiddenFrom="lg" size="sm" aria-label="Menu" />
            <Link to={'/' as string}>Pavimento</Link>
          </Group>
          <Group gap={0}>
            {['Cerca', 'Connessione', 'Avvisi', 'Profilo'].map((name) => (
              <ActionIcon key={name} variant="subtle" aria-label={name}>
                {name[0]}
              </ActionIcon>
            ))}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        <NavLink component={Link} to={'/' as string} label="Elenco" />
        <NavLink component={Link} to={'/altro' as string} label="Altro elenco" />
        <NavLink component={Link} to={'/visto' as string} label="Elenco visto" />
        <NavLink component={Link} to={'/dispositivo' as string} label="Dispositivo" />
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
const root = createRootRoute({ component: Frame })
const page = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component })
const later = (path: string, name: 'Section' | 'Form') =>
  page(
    path,
    lazyRouteComponent(() => import('./questions.tsx'), name),
  )
const routeTree = root.addChildren([
  page('/', () => <Rows of="first" />),
  page('/altro', () => <Rows of="other" />),
  page('/visto', () => <Rows of="seen" />),
  page('/vuota', () => {
    useQuery(rows('seen'))
    return <Title>Pagina</Title>
  }),
  page(
    '/dispositivo',
    lazyRouteComponent(() => import('./device.tsx'), 'Device'),
  ),
  later('/sezione', 'Section'),
  later('/modulo', 'Form'),
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
