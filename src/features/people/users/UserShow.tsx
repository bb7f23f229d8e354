import type { ComponentType } from 'react'
import { permissionLabels, roleLabels, users } from '../../../contract/people/users.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import type { CrudWords, FormProps } from '../../../crud/list/crud-types.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RailFacts, RailPart, RailRelated } from '../../../crud/record/Rail.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { dayTime } from '../../../lib/format.ts'
import { useSend } from '../../../lib/query.ts'
import { useMe } from '../../../lib/session.ts'
import { peopleHistory } from '../../../rules/people/history.ts'
import { mayManage } from '../../../rules/people/user-rights.ts'
import { IconShare } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type User, userStatus } from './user-status.ts'

export function UserShow(page: { id: number; words: CrudWords; form: ComponentType<FormProps<User>> }) {
  const me = useMe()
  const { mutate } = useSend(users.invite)
  const invite = (user: User): RowAction[] =>
    user.enabled && mayManage(me, user)
      ? [
          {
            label: user.invited ? 'Invia invito' : 'Invia link per la password',
            icon: IconShare,
            onSelect: () => mutate({ id: user.id }),
          },
        ]
      : []
  return (
    <RecordPage
      {...page}
      resource={users}
      gone="Utente non trovato"
      history={peopleHistory}
      head={(user) => ({
        chip: <StatusChip {...userStatus(user)} />,
        subtitle: user.roles.map((name) => roleLabels[name]).join(', '),
        actions: invite(user),
        rail: (
          <RailPart title="Accesso">
            <RailFacts facts={{ 'Ultimo accesso': dayTime(user.last_login_at) || 'Mai' }} />
            <RailRelated items={[{ label: 'Vedi gli accessi', link: { to: '/logs', search: { user_id: [user.id] } } }]} />
          </RailPart>
        ),
      })}
      tabs={(user) => ({
        dati: {
          label: 'Dati',
          show: (
            <Facts
              resource={users}
              record={user}
              names={['email', 'fiscalCode', 'phone', 'all_stations']}
              more={{
                Permessi: user.permissions.map((name) => permissionLabels[name]).join(', '),
              }}
            />
          ),
        },
      })}
    />
  )
}
