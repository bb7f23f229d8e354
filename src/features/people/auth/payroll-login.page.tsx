import { Anchor } from '@mantine/core'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { notify } from '../../../lib/notify.ts'
import { can, logout } from '../../../lib/session.ts'
import { sameAsLast } from '../../../lib/tab-history.ts'
import { SECOND_FACTOR_SETUP } from '../profile/setup-address.ts'
import { LoginForm } from './LoginForm.tsx'

export const Route = createFileRoute('/_guest/paghe-login')({ component: PayrollLoginPage })

function PayrollLoginPage() {
  const router = useRouter()
  return (
    <LoginForm
      title="Area dipendenti – Paghe e CUD"
      onDone={async ({ id, second_factor_due }) => {
        await sameAsLast(id)
        if (can('payroll.own')) {
          await router.navigate({ href: second_factor_due ? SECOND_FACTOR_SETUP : '/dipendente/paghe' })
          return undefined
        }
        await logout()
        // Signing out leads to /login, so a message in this page would disappear.
        notify.error('Utente non abilitato all’area paghe.')
        return undefined
      }}
    >
      <Anchor component={Link} to="/login" ta="center">
        Torna all’accesso
      </Anchor>
    </LoginForm>
  )
}
