import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DefaultLayout } from './DefaultLayout.tsx'

/** For pages that visitors and signed-in people share. */
export const Route = createFileRoute('/_default')({
  component: () => (
    <DefaultLayout>
      <Outlet />
    </DefaultLayout>
  ),
})
