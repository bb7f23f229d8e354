import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { AccessError } from '../lib/access.ts'
import { isMissingCode, MISSING_CODE } from '../ui/MissingPart.tsx'
import { part } from '../ui/part.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

// Rarely needed, so fetched separately.
const WhereElse = part(() => import('./WhereElse.tsx').then((m) => m.WhereElse))
const SpaceScene = part(() => import('./SpaceScene.tsx').then((m) => m.SpaceScene))

/** The status of an error: its own, else its response's, else 500. */
const statusOf = (error: unknown) => {
  const { status, response } = (error ?? {}) as { status?: number; response?: { status?: number } }
  return status || response?.status || 500
}

/** The error page: status, heading, message and a link home; a 404 shows a pump floating in space. */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error'> & { reset?: () => void }) {
  const status = statusOf(error)
  const said = error instanceof Error ? error.message : String(error)
  const missing = isMissingCode(error)
  const heading = status === 404 ? '404 Pagina non trovata' : 'La pagina contine un errore'
  usePageTitle(heading)
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm" role="alert">
        {status === 404 && <SpaceScene />}
        <Text c="dimmed" fw={600}>
          {status}
        </Text>
        <Title order={1} ta="center">
          {heading}
        </Title>
        <Text ta="center">{missing ? MISSING_CODE : said}</Text>
        <Group justify="center">
          {reset && status !== 404 && status !== 401 && (
            <Button variant="default" onClick={missing ? () => location.reload() : reset}>
              Riprova
            </Button>
          )}
          <Button component={Link} to="/">
            Torna alla Home page
          </Button>
        </Group>
        {(status === 404 || status === 401) && <WhereElse policy={error instanceof AccessError ? error.policy : undefined} />}
      </Stack>
    </Center>
  )
}
const notFound = Object.assign(new Error('This page could not be found'), { status: 404 })
/** Shown for an address without a page. */
export const NotFoundPage = () => <ErrorPage error={notFound} />
/** Shown when the error page itself or its layout fails, so it uses no component of the app. */
export const LastResort = () => (
  <main>
    <p>An error occurred while showing the error page</p>
    <a href="/">Torna alla Home page</a>
  </main>
)
