import { Alert, Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { auth, Login } from '../../contract/auth.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { Profile } from '../../lib/device.ts'
import { knownAgain } from '../../lib/lock.ts'
import { connection } from '../../lib/online.ts'
import { useSend } from '../../lib/query.ts'
import { startSession } from '../../lib/session.ts'
import { GuestTitle } from './GuestTitle.tsx'

/** The sign-in of /login and /paghe-login. `onDone` may refuse the person with a sentence; errors stay in the page. */
export function LoginForm({
  title,
  onDone,
  children,
}: {
  title: string
  onDone: (user: Profile) => Promise<string | undefined>
  children?: React.ReactNode
}) {
  const offline = connection.use() === 'offline'
  const form = useForm({
    initialValues: { email: '', password: '', remember: true },
    validate: schemaResolver(Login, { sync: true }),
    validateInputOnBlur: false,
  })
  const login = useSend(auth.login)
  const submit = form.onSubmit(async (values) => {
    try {
      const user = await startSession(await login.mutateAsync(values))
      await knownAgain(values.password)
      const refused = await onDone(user)
      if (refused) form.setErrors({ form: refused })
    } catch (error) {
      form.setErrors({ form: error instanceof ApiError ? error.message : 'Accesso non riuscito: controlla la rete e riprova.' })
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <GuestTitle>{title}</GuestTitle>
        {offline && <Alert color="amber">Sei offline: collegati a Internet per accedere.</Alert>}
        {form.errors.form && (
          <Alert color="red" role="alert">
            {form.errors.form}
          </Alert>
        )}
        <TextInput label="Email" type="email" autoComplete="username" required withAsterisk={false} {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="current-password" required withAsterisk={false} {...form.getInputProps('password')} />
        <Checkbox label="Ricordami su questo dispositivo" {...form.getInputProps('remember', { type: 'checkbox' })} />
        <Button type="submit" loading={login.isPending} disabled={offline} fullWidth>
          Accedi
        </Button>
        <Anchor component={Link} to="/auth/forgot-password" ta="center">
          Password dimenticata?
        </Anchor>
        {children}
      </Stack>
    </form>
  )
}
