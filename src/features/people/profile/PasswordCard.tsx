import { Alert, Button, Card, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { auth } from '../../../contract/kernel/auth.ts'
import type { Input } from '../../../contract/kernel/endpoint.ts'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { notify } from '../../../lib/notify.ts'

/** Changes the password. That ends every session, so the next request asks to sign in again. `#password` in the address focuses the first field. */
export function PasswordCard() {
  const { hash } = useLocation()
  const box = useRef<HTMLInputElement>(null)
  // An effect, because the hash can also change while this page is open.
  useEffect(() => {
    if (hash === 'password') box.current?.focus()
  }, [hash])
  const form = useForm({
    initialValues: { current_password: '', password: '', password_confirmation: '' },
    validate: {
      current_password: (value) => (value ? null : 'Il campo Password attuale è obbligatorio.'),
      password: (value) => ([...value].length < 15 ? 'La password deve avere almeno 15 caratteri.' : null),
      password_confirmation: (value, { password }) => (value === password ? null : 'Il campo Conferma password non corrisponde.'),
    },
  })
  // Nothing is read again: the session has ended, and an answer 401 would take the sentence away before it is read.
  const change = useMutation({
    mutationFn: (values: Input<typeof auth.password>) => call(auth.password, values),
    onSuccess: ({ message }) => notify.success(message),
  })
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => form.reset(),
      onError: (error) => error instanceof ApiError && form.setErrors(error.fields),
    }),
  )
  return (
    <Card withBorder component="section">
      <Title order={2}>Password</Title>
      <form noValidate onSubmit={submit}>
        <Stack mt="sm">
          <Text size="sm" c="dimmed">
            Dopo la modifica sarà necessario accedere di nuovo su tutti i dispositivi.
          </Text>
          {change.data && (
            <Alert color="green" role="status">
              {change.data.message}
            </Alert>
          )}
          <PasswordInput label="Password attuale" ref={box} autoComplete="current-password" {...form.getInputProps('current_password')} />
          <PasswordInput label="Nuova password" autoComplete="new-password" {...form.getInputProps('password')} />
          <PasswordInput label="Conferma password" autoComplete="new-password" {...form.getInputProps('password_confirmation')} />
          <Button type="submit" loading={change.isPending} w="fit-content">
            Cambia password
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
