import { Anchor } from '@mantine/core'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { sameAsLast } from '../../../lib/tab-history.ts'
import { SECOND_FACTOR_SETUP } from '../profile/setup-address.ts'
import { LoginForm } from './LoginForm.tsx'

export const Route = createFileRoute('/_guest/login')({ component: LoginPage })

function LoginPage() {
  const { back } = Route.useSearch()
  const router = useRouter()
  return (
    <LoginForm
      title="Accedi"
      onDone={async ({ id, second_factor_due }) => {
        const mine = await sameAsLast(id)
        await router.navigate({ href: second_factor_due ? SECOND_FACTOR_SETUP : (mine && back) || '/dashboard' })
        return undefined
      }}
    >
      <Anchor component={Link} to="/paghe-login" ta="center">
        Area paghe dipendenti
      </Anchor>
    </LoginForm>
  )
}
