import { createFileRoute } from '@tanstack/react-router'
import { permissionLabels, roleLabels, users } from '../../../contract/people/users.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { recordRoute } from '../../../crud/list/crud-route.ts'
import { anyOfMany, yesNo } from '../../../crud/list/filters.tsx'
import { recordLoader } from '../../../crud/list/list-loader.ts'
import { dayTime } from '../../../lib/format.ts'
import { IconUser as icon } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { userStatus } from './user-status.ts'

export const Route = createFileRoute('/_signed/utenti/{-$id}')({
  ...recordRoute<typeof users.list>('users'),
  loader: recordLoader(users),
  component: UsersPage,
})

const words = { title: 'Utenti', fresh: 'Nuovo utente', thing: "l'utente", none: 'Nessun utente.', icon } as const
const UserShow = part(() => import('./UserShow.tsx').then((m) => m.UserShow))
const UserForm = part(() => import('./UserForm.tsx').then((m) => m.UserForm))
const SyncManagers = part(() => import('./SyncManagers.tsx').then((m) => m.SyncManagers))
const named = <K extends string>(labels: Readonly<Record<K, string>>, names: readonly K[]) => names.map((name) => labels[name]).join(', ')

function UsersPage() {
  const { id } = Route.useParams()
  return id ? (
    <UserShow key={id} id={id} words={words} form={UserForm} />
  ) : (
    <CrudList
      resource={users}
      words={words}
      buttons={<SyncManagers />}
      form={UserForm}
      link={({ id }) => ({ to: '/utenti/{-$id}', params: { id } })}
      filters={{
        role: anyOfMany('Ruolo', roleLabels),
        permission: anyOfMany('Permesso', permissionLabels),
        enabled: yesNo('Abilitato'),
      }}
      columns={{
        Nome: { show: (user) => user.name, sort: 'name', wide: true },
        Email: { show: (user) => user.email, sort: 'email', wide: true, card: 'place' },
        Ruoli: { show: (user) => named(roleLabels, user.roles), width: 10.5, card: 'foot' },
        Permessi: { show: (user) => named(permissionLabels, user.permissions), wide: true, spare: 1, card: 'none' },
        Stato: { show: (user) => <StatusChip {...userStatus(user)} />, text: (user) => userStatus(user).label, width: 8.5, card: 'chip' },
        'Ultimo accesso': { show: (user) => dayTime(user.last_login_at), sort: 'last_login_at', width: 9.5, card: 'none' },
      }}
    />
  )
}
