import { Alert, Button, List, PasswordInput, Progress, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/api-error.ts'

interface Passwords {
  password: string
  password_confirmation: string
}
interface NewPasswordFormProps {
  action: string
  send: (passwords: Passwords) => Promise<unknown>
  children?: ReactNode
}

/** A new password, entered twice, with the rules and a bar that shows the length. */
export function NewPasswordForm({ action, send, children }: NewPasswordFormProps) {
  const form = useForm<Passwords>({
    initialValues: { password: '', password_confirmation: '' },
    validate: {
      password: (value) => ([...value].length < 15 ? 'La password deve avere almeno 15 caratteri.' : null),
      password_confirmation: (value, { password }) => (value === password ? null : 'Il campo Conferma password non corrisponde.'),
    },
  })
  const length = [...form.values.password].length
  const submit = form.onSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What the fields say is not said again above them.
      const told = Object.values(error.fields).join(', ')
      form.setErrors({ ...error.fields, ...(error.message !== told && { form: error.message }) })
    }
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {form.errors.form && (
          <Alert color="red" role="alert">
            {form.errors.form}
          </Alert>
        )}
        <PasswordInput label="Nuova password" autoComplete="new-password" {...form.getInputProps('password')} />
        <Progress
          value={Math.min(100, (length / 15) * 100)}
          color={length < 15 ? 'amber' : 'green'}
          aria-label="Lunghezza della password"
        />
        <Text size="sm" c="dimmed">
          {length} di almeno 15 caratteri
        </Text>
        <PasswordInput label="Conferma password" autoComplete="new-password" {...form.getInputProps('password_confirmation')} />
        <List size="sm" c="dimmed">
          <List.Item>Più parole insieme vanno benissimo, anche con spazi.</List.Item>
          <List.Item>Niente sequenze, ripetizioni o il tuo indirizzo.</List.Item>
        </List>
        {children}
        <Button type="submit" loading={form.submitting}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
