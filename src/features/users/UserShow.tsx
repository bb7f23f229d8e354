import { Button, Group, Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { permissionLabels, roleLabels, users } from '../../contract/users.ts'
import type { CrudWords, FormProps } from '../../crud/crud-types.ts'
import { Facts } from '../../crud/Facts.tsx'
import { History } from '../../crud/History.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { dayTime } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { historyModels } from '../../rules/history-models.ts'
import { mayManage } from '../../rules/user-rights.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { stateOf, type User } from './state.ts'

const told = { user: historyModels.user }
/** One user: what it is and may, and its changes (domain.md 6.7). */
export function UserShow(page: { id: number; words: CrudWords; form: ComponentType<FormProps<User>> }) {
  return (
    <RecordPage
      {...page}
      resource={users}
      tabs={(user) => ({
        dati: { label: 'Dati', show: <UserFacts user={user} /> },
        storico: { label: 'Storico', show: <History models={told} id={user.id} /> },
      })}
    />
  )
}

function UserFacts({ user }: { user: User }) {
  const me = useMe()
  const { mutate, isPending } = useSend(users.invite)
  return (
    <Stack align="flex-start">
      <Facts
        resource={users}
        record={user}
        names={['name', 'email', 'fiscalCode', 'phone', 'all_stations']}
        more={{
          Ruoli: user.roles.map((name) => roleLabels[name]).join(', '),
          Permessi: user.permissions.map((name) => permissionLabels[name]).join(', '),
          Stato: <StatusChip {...stateOf(user)} />,
          'Ultimo accesso': dayTime(user.last_login_at),
        }}
      />
      <Group>
        {!!user.enabled && mayManage(me, user) && (
          <Button variant="default" loading={isPending} onClick={() => mutate({ id: user.id })}>
            {user.invited ? 'Invia invito' : 'Invia link per la password'}
          </Button>
        )}
        <LinkAnchor to="/logs" search={{ user_id: [user.id] }}>
          Vedi gli accessi
        </LinkAnchor>
      </Group>
    </Stack>
  )
}
