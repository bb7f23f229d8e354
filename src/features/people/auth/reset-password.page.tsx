import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { auth } from '../../../contract/kernel/auth.ts'
import { useSend } from '../../../lib/query.ts'
import { GuestTitle } from './GuestTitle.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useOneTimeToken } from './one-time-token.ts'

export const Route = createFileRoute('/_guest/auth/reset-password')({
  validateSearch: (raw: { token?: string; email?: string }) => raw,
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const token = useOneTimeToken(Route.useSearch().token)
  const reset = useSend(auth.reset)
  const expired = !token || reset.error?.message === 'Il link non è valido o è scaduto.'
  return (
    <Stack>
      <GuestTitle>Nuova password</GuestTitle>
      {reset.data ? (
        <>
          <Alert color="green" role="status">
            {reset.data.message}
          </Alert>
          <Button component={Link} to="/login">
            Accedi
          </Button>
        </>
      ) : expired ? (
        <>
          <Alert color="red" role="alert">
            Il link non è valido o è scaduto.
          </Alert>
          <Button component={Link} to="/auth/forgot-password">
            Chiedi un nuovo link
          </Button>
        </>
      ) : (
        <NewPasswordForm action="Salva la password" send={(passwords) => reset.mutateAsync({ token, ...passwords })} />
      )}
      <Anchor component={Link} to="/login" ta="center">
        Torna all’accesso
      </Anchor>
    </Stack>
  )
}
