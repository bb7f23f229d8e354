import { Box, Center } from '@mantine/core'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { session } from '../lib/session.ts'
import { DefaultLayout } from './DefaultLayout.tsx'
import { Logo } from './Logo.tsx'

/** Layout for visitors. Signed-in people are redirected. */
export const Route = createFileRoute('/_guest')({
  // Only paths of this app are accepted, or a link could redirect to another site.
  validateSearch: ({ back }: { back?: unknown }) =>
    (typeof back === 'string' && /^\/(?!\/)/.test(back) ? { back } : {}) as { back?: string },
  beforeLoad: ({ search }) => {
    if (session.get().user) throw redirect({ href: search.back ?? '/dashboard' })
  },
  component: () => (
    <DefaultLayout>
      <Box w="100%" maw={420} p="md">
        <Center mb="lg">
          <Logo />
        </Center>
        <Outlet />
      </Box>
    </DefaultLayout>
  ),
})
