import { Alert, Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { auth, Login } from '../../../contract/kernel/auth.ts'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Profile } from '../../../lib/device.ts'
import { enterOffline } from '../../../lib/enter-offline.ts'
import { enter, markEntered } from '../../../lib/lock.ts'
import { connection, probe } from '../../../lib/online.ts'
import { reportError } from '../../../lib/report-error.ts'
import { whyEnded } from '../../../lib/session.ts'
import { part } from '../../../ui/part.tsx'
import { CodeField, codeAsked } from './CodeField.tsx'
import { GuestTitle } from './GuestTitle.tsx'
import { UnsentWork } from './UnsentWork.tsx'

// Not needed to sign in.
const DemoAccounts = part(() => import('./DemoAccounts.tsx').then((m) => m.DemoAccounts))

type Credentials = { email: string; password: string; remember: boolean; code: string | undefined }
type Asked = { wrong?: string }
/** Signs in at the server or, without a network, with what this device knows of people who worked on it. Returns the person, the message of a refusal, or what is asked of the second factor. */
async function signIn(values: Credentials): Promise<Profile | string | Asked> {
  if (connection.get() === 'online' || (await probe()) === 'online')
    try {
      return await enter(await call(auth.login, values), values.password)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const asked = codeAsked(error)
      if (asked) return asked
      if (error.status) return error.message
    }
  const user = await enterOffline(values.email, values.password)
  await markEntered()
  return user
}

/** The form of /login and /paghe-login. `onDone` may refuse the person by returning a message. */
export function LoginForm({
  title,
  onDone,
  children,
}: {
  title: string
  onDone: (user: Profile) => Promise<string | undefined>
  children?: React.ReactNode
}) {
  const offline = connection.use() !== 'online'
  const form = useForm({
    initialValues: { email: '', password: '', remember: true, code: undefined as string | undefined },
    validate: schemaResolver(Login, { sync: true }),
    validateInputOnBlur: false,
  })
  const second = form.values.code !== undefined
  const submit = form.onSubmit(async (values) => {
    try {
      const user = await signIn(values)
      if (typeof user === 'object' && !('id' in user)) {
        form.setFieldValue('code', '')
        form.setErrors({ code: user.wrong })
        return
      }
      const refused = typeof user === 'string' ? user : await onDone(user)
      if (refused) form.setErrors({ form: refused })
    } catch (error) {
      // Storage or cryptography of the device has failed.
      form.setErrors({ form: 'Accesso non riuscito: riprova.' })
      reportError('rejection', error)
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <GuestTitle>{title}</GuestTitle>
        {whyEnded() && <Alert color="amber">{whyEnded()}</Alert>}
        {form.errors.form && (
          <Alert color="red" role="alert">
            {form.errors.form}
          </Alert>
        )}
        {second ? (
          <CodeField {...form.getInputProps('code')} />
        ) : (
          <>
            {/* No automatic focus on a touch screen: the keyboard would cover the page. */}
            <TextInput
              autoFocus={!matchMedia('(pointer: coarse)').matches}
              label="Email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
            <Checkbox label="Ricordami su questo dispositivo" {...form.getInputProps('remember', { type: 'checkbox' })} />
          </>
        )}
        <Button type="submit" loading={form.submitting} fullWidth>
          Accedi
        </Button>
        {second && (
          <Button variant="default" onClick={() => form.setFieldValue('code', undefined)}>
            Torna indietro
          </Button>
        )}
        {/* The notice appears below the button, so that the button does not move under a finger. */}
        {offline && (
          <Alert color="amber">
            Senza rete entra solo chi ha già lavorato su questo dispositivo, e trova il lavoro salvato qui. Per inviarlo servirà accedere
            con la rete.
          </Alert>
        )}
        <Anchor component={Link} to="/auth/forgot-password" ta="center">
          Password dimenticata?
        </Anchor>
        {children}
        {!offline && !second && <DemoAccounts onChoose={form.setValues} />}
        <UnsentWork />
      </Stack>
    </form>
  )
}
