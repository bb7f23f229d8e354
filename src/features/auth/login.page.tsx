import { Anchor } from '@mantine/core'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { LoginForm } from './LoginForm.tsx'

export const Route = createFileRoute('/_guest/login')({ component: LoginPage })

function LoginPage() {
  const { back } = Route.useSearch()
  const router = useRouter()
  return (
    <LoginForm
      title="Accedi"
      onDone={async () => {
        await router.navigate({ href: back ?? '/dashboard' })
        return undefined
      }}
    >
      <Anchor component={Link} to="/paghe-login" ta="center">
        Area paghe dipendenti
      </Anchor>
    </LoginForm>
  )
}
