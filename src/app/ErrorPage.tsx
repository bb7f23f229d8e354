import { Anchor, Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'

/** The status of an error: its own, else its response's, else 500 (doc 0 §2). */
const statusOf = (error: unknown) => {
  const { status, response } = (error ?? {}) as { status?: number; response?: { status?: number } }
  return status || response?.status || 500
}

/** The documented error page: status, heading, message and the way home. */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error'> & { reset?: () => void }) {
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm" role="alert">
        <Text c="dimmed" fw={600}>
          {status}
        </Text>
        <Title order={1} ta="center">
          {status === 404 ? '404 Pagina non trovata' : 'La pagina contine un errore'}
        </Title>
        <Text ta="center">{message}</Text>
        <Group justify="center">
          {reset && status !== 404 && status !== 401 && (
            <Button variant="default" onClick={reset}>
              Riprova
            </Button>
          )}
          <Anchor component={Link} to="/">
            Torna alla Home page
          </Anchor>
        </Group>
      </Stack>
    </Center>
  )
}
export const NotFoundPage = () => <ErrorPage error={Object.assign(new Error('This page could not be found'), { status: 404 })} />
