import { Title } from '@mantine/core'
import { usePageTitle } from '../../../ui/use-page-title.ts'

/** The heading of a page that needs no sign-in. */
export function GuestTitle({ children }: { children: string }) {
  usePageTitle(children)
  return (
    <Title order={1} ta="center">
      {children}
    </Title>
  )
}
