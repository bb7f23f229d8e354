import { Group, Stack, Text } from '@mantine/core'
import { type PolicyName, policies } from '../contract/kernel/policies.ts'
import { permissions, rightsInWords, roles } from '../contract/kernel/roles.ts'
import { session } from '../lib/session.ts'
import { LinkButton } from '../ui/links.tsx'
import { menuFor } from './menu.ts'

/** The roles or permissions that open a page. */
function neededFor(policy: PolicyName): string {
  if (policy === 'guest') return ''
  const { roles: some, permissions: others } = policies[policy]
  const list = (names: readonly string[]) => new Intl.ListFormat('it', { type: 'disjunction' }).format(names)
  const byRole = some === 'all' ? [] : some.map((name) => roles[name].label)
  const byPermission = others === 'all' ? [] : others.map((name) => permissions[name].label)
  return [
    byRole.length > 0 && `${byRole.length > 1 ? 'uno di questi ruoli' : 'il ruolo'}: ${list(byRole)}`,
    byPermission.length > 0 && `${byPermission.length > 1 ? 'uno di questi permessi' : 'il permesso'}: ${list(byPermission)}`,
  ]
    .filter(Boolean)
    .join('; o ')
}

/** Below an error, for people signed in: the missing right, who grants it, and the pages they may open. */
export function WhereElse({ policy }: { policy?: PolicyName | undefined }) {
  const { user } = session.use()
  if (!user) return null
  return (
    <Stack align="center" gap="sm" maw="44rem">
      {policy && (
        <Text size="sm" c="dimmed" ta="center">
          Per aprirla serve {neededFor(policy)}. Tu hai: {rightsInWords(user).join(', ') || 'nessun ruolo'}. Li assegna chi gestisce gli
          utenti.
        </Text>
      )}
      <Group component="nav" aria-label="Le tue pagine" justify="center" gap="xs">
        {menuFor(user)
          .flatMap(({ items }) => items)
          // The page above already links home.
          .filter(({ to }) => to !== '/dashboard')
          .map(({ name, to }) => (
            <LinkButton key={name} to={to as never} params={{ id: undefined } as never} variant="subtle">
              {name}
            </LinkButton>
          ))}
      </Group>
    </Stack>
  )
}
