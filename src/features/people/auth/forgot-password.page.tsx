import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { auth } from '../../../contract/kernel/auth.ts'
import { email } from '../../../contract/kernel/fields.ts'
import { useSend } from '../../../lib/query.ts'
import { GuestTitle } from './GuestTitle.tsx'

export const Route = createFileRoute('/_guest/auth/forgot-password')({ component: ForgotPasswordPage })

function ForgotPasswordPage() {
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(v.object({ email: email('Email') }), { sync: true }) })
  const send = useSend(auth.forgot)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack>
        <GuestTitle>Password dimenticata</GuestTitle>
        {send.isSuccess ? (
          <Alert color="green" role="status">
            {send.data?.message ?? 'Richiesta inviata: controlla la posta.'}
          </Alert>
        ) : (
          <>
            <Text c="dimmed">Indica l’indirizzo del tuo account: riceverai un’email con le istruzioni.</Text>
            <TextInput label="Email" type="email" autoComplete="username" required withAsterisk={false} {...form.getInputProps('email')} />
            <Button type="submit" loading={send.isPending}>
              Invia istruzioni
            </Button>
          </>
        )}
        <Anchor component={Link} to="/login" ta="center">
          Torna all’accesso
        </Anchor>
      </Stack>
    </form>
  )
}
