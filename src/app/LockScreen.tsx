import { Alert, Button, Card, Center, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '../contract/kernel/auth.ts'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import type { Profile } from '../lib/device.ts'
import { passwordAccepted, unlockOffline } from '../lib/lock.ts'
import { connection } from '../lib/online.ts'
import { logout, startSession } from '../lib/session.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { Logo } from './Logo.tsx'

const WRONG = 'La password non è corretta.'
const ONLY_SERVER =
  'Senza rete qui non è possibile controllare la password: lo schermo si sblocca quando torna il segnale. Il lavoro salvato resta su questo dispositivo.'

/** Asks the server; without a network the device checks the password itself. Returns the message of a refusal. */
async function unlock({ email }: Profile, password: string): Promise<string | undefined> {
  if (connection.get() === 'online')
    try {
      await startSession(await call(auth.login, { email, password, remember: false }))
      await passwordAccepted(password)
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return error.status === 422 ? WRONG : error.message
    }
  const outcome = await unlockOffline(password)
  return outcome === 'open' ? undefined : outcome === 'wrong' ? WRONG : ONLY_SERVER
}

/** Shown instead of the app: the name of the person, and the sign-in for them alone. */
export function LockScreen({ user }: { user: Profile }) {
  usePageTitle('Bloccato')
  const offline = connection.use() !== 'online'
  const form = useForm({ initialValues: { password: '' }, validate: { password: (value) => (value ? null : 'Scrivi la tua password.') } })
  const submit = form.onSubmit(async ({ password }) => {
    const problem = await unlock(user, password).catch((error: Error) => error.message)
    form.setFieldValue('password', '')
    if (problem) form.setErrors({ password: problem })
  })
  return (
    <Center component="main" mih="100dvh" p="md">
      <Card withBorder maw={420} w="100%">
        <form onSubmit={submit} noValidate>
          <Stack>
            <Logo />
            <Title order={1}>Schermo bloccato</Title>
            <Text>Sta lavorando {user.name}. Quello che era aperto è salvato, e ricompare con la sua password.</Text>
            {offline && <Alert color="amber">Senza rete: la password viene controllata su questo dispositivo, se possibile.</Alert>}
            <PasswordInput
              label={`Password di ${user.name}`}
              autoComplete="current-password"
              autoFocus
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={form.submitting}>
              Sblocca
            </Button>
            <Button variant="default" disabled={form.submitting} onClick={() => void logout()}>
              Cambia utente
            </Button>
            <Text size="sm" c="dimmed">
              Cambiando utente, il lavoro non ancora inviato di {user.name} resta su questo dispositivo e parte al suo prossimo accesso.
            </Text>
          </Stack>
        </form>
      </Card>
    </Center>
  )
}
