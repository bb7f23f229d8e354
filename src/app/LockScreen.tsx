import { Alert, Button, Card, Center, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '../contract/kernel/auth.ts'
import { CodeField, codeAsked } from '../features/people/auth/CodeField.tsx'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import type { Profile } from '../lib/device.ts'
import { enter, unlockOffline } from '../lib/lock.ts'
import { connection } from '../lib/online.ts'
import { logout } from '../lib/session.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { Logo } from './Logo.tsx'

const WRONG = 'La password non è corretta.'
const ONLY_SERVER =
  'Senza rete qui non è possibile controllare la password: lo schermo si sblocca quando torna il segnale. Il lavoro salvato resta su questo dispositivo.'

/** Asks the server; without a network the device checks the password itself. Returns the message of a refusal, or what is asked of the second factor. */
async function unlock({ email }: Profile, password: string, code: string | undefined): Promise<string | { wrong?: string } | undefined> {
  if (connection.get() === 'online')
    try {
      await enter(await call(auth.login, { email, password, remember: false, code }), password)
      return undefined
    } catch (error) {
      const asked = codeAsked(error)
      if (asked) return asked
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return error.status === 422 ? WRONG : error.message
    }
  const outcome = await unlockOffline(password)
  return outcome === 'open' ? undefined : outcome === 'wrong' ? WRONG : ONLY_SERVER
}

/** Shown instead of the app: the name of the person, and the sign-in for them alone. */
export function LockScreen({ user }: { user: Profile }) {
  usePageTitle('Bloccato')
  const offline = connection.use() !== 'online'
  const form = useForm({
    initialValues: { password: '', code: undefined as string | undefined },
    validate: { password: (value) => (value ? null : 'Scrivi la tua password.') },
  })
  const second = form.values.code !== undefined
  const submit = form.onSubmit(async ({ password, code }) => {
    const problem = await unlock(user, password, code || undefined).catch((error: Error) => error.message)
    if (typeof problem === 'object') {
      form.setFieldValue('code', '')
      form.setErrors({ code: problem.wrong })
      return
    }
    form.setValues({ password: '', code: undefined })
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
            {second && <CodeField {...form.getInputProps('code')} />}
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
