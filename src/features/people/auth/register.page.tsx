import { Alert, Anchor, Button, Checkbox, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../../contract/kernel/auth.ts'
import { call } from '../../../lib/api.ts'
import { useSend } from '../../../lib/query.ts'
import { GuestTitle } from './GuestTitle.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useOneTimeToken } from './one-time-token.ts'

export const Route = createFileRoute('/_guest/auth/register')({
  validateSearch: (raw: { token?: string }) => raw,
  component: RegisterPage,
})

function RegisterPage() {
  const token = useOneTimeToken(Route.useSearch().token)
  return (
    <Stack>
      <GuestTitle>Attiva il tuo account</GuestTitle>
      {token ? <Activation token={token} /> : <Alert color="amber">La registrazione avviene su invito. Contatta l’amministratore.</Alert>}
      <Anchor component={Link} to="/login" ta="center">
        Torna all’accesso
      </Anchor>
    </Stack>
  )
}

function Activation({ token }: { token: string }) {
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  // A separate query key: accepting the invitation must not refetch it, because then it is no longer valid.
  const invitation = useQuery({ queryKey: ['invitation', token], queryFn: () => call(auth.invitation, { token }) })
  const accept = useSend(auth.accept)
  if (invitation.isPending) return <Loader mx="auto" aria-label="Caricamento" />
  if (invitation.error)
    return (
      <Alert color="red" role="alert">
        {invitation.error.message}
      </Alert>
    )
  if (accept.data)
    return (
      <>
        <Alert color="green" role="status">
          {accept.data.message}
        </Alert>
        <Button component={Link} to="/login">
          Accedi
        </Button>
      </>
    )
  return (
    <>
      <Text>
        {invitation.data.name}
        <br />
        <Text span c="dimmed">
          {invitation.data.email}
        </Text>
      </Text>
      <NewPasswordForm
        action="Attiva account"
        send={async (passwords) => {
          setAsked(true)
          if (agreed) await accept.mutateAsync({ token, ...passwords })
        }}
      >
        <Checkbox
          label={
            <>
              Ho letto l’<Link to="/privacy">informativa privacy</Link>
            </>
          }
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          error={asked && !agreed ? 'È necessario confermare la lettura dell’informativa.' : undefined}
        />
      </NewPasswordForm>
    </>
  )
}
