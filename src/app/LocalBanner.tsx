import { Alert, Button, Group, PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '../contract/kernel/auth.ts'
import { CodeField, codeAsked } from '../features/people/auth/CodeField.tsx'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import type { Profile } from '../lib/device.ts'
import { enter } from '../lib/lock.ts'
import { connection } from '../lib/online.ts'
import { queryClient } from '../lib/query.ts'
import { LocalNotice } from './LocalNotice.tsx'

async function signIn({ email }: Profile, password: string, code: string | undefined): Promise<string | { wrong?: string } | undefined> {
  try {
    await enter(await call(auth.login, { email, password, remember: true, code }), password)
    await queryClient.invalidateQueries()
    return undefined
  } catch (error) {
    const asked = codeAsked(error)
    if (asked) return asked
    return error instanceof ApiError ? error.message : 'Accesso non riuscito: controlla la rete e riprova.'
  }
}

/** For a person who signed in offline: explains it and, once there is a network, offers the real sign-in on the same page. */
export function LocalBanner({ user }: { user: Profile }) {
  const online = connection.use() === 'online'
  const form = useForm({
    initialValues: { password: '', code: undefined as string | undefined },
    validate: { password: (value) => (value ? null : 'Scrivi la tua password.') },
  })
  const second = form.values.code !== undefined
  const submit = form.onSubmit(async ({ password, code }) => {
    const problem = await signIn(user, password, code || undefined)
    if (typeof problem === 'object') {
      form.setFieldValue('code', '')
      form.setErrors({ code: problem.wrong })
    } else if (problem) form.setErrors({ password: problem })
  })
  if (!online) return <LocalNotice />
  return (
    <Alert color="amber" mb="md" role="status">
      <form onSubmit={submit} noValidate>
        <Text>La rete è tornata. Accedi per inviare il lavoro salvato qui e leggere i dati aggiornati.</Text>
        <Group align="end" mt="xs">
          <input type="email" value={user.email} autoComplete="username" readOnly hidden />
          <PasswordInput
            label={`Password di ${user.name}`}
            autoComplete="current-password"
            flex={1}
            miw={200}
            {...form.getInputProps('password')}
          />
          {second && <CodeField flex={1} miw={200} {...form.getInputProps('code')} />}
          <Button type="submit" loading={form.submitting}>
            Accedi
          </Button>
        </Group>
      </form>
    </Alert>
  )
}
