import { type ComponentType, useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { permissionLabels, roleLabels, users } from '../../../contract/people/users.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import type { CrudWords, FormProps } from '../../../crud/list/crud-types.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RailFacts, RailPart, RailRelated } from '../../../crud/record/Rail.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useSend } from '../../../lib/query.ts'
import { useMe } from '../../../lib/session.ts'
import { peopleHistory } from '../../../rules/people/history.ts'
import { mayManage, mayReaddress } from '../../../rules/people/user-rights.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconKey, IconLock, IconShare } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { UserStations } from './UserStations.tsx'
import { type User, userStatus } from './user-status.ts'

/** Somebody may be waiting for it. */
function told({ leaves }: Output<typeof users.invite>): void {
  if (!leaves) notify.warning('Email non inviata: SMTP non configurato. Usa «Crea un link da consegnare».')
}
export function UserShow(page: { id: number; words: CrudWords; form: ComponentType<FormProps<User>> }) {
  const me = useMe()
  const { mutate } = useSend(users.invite)
  const reset = useSend(users.resetSecondFactor)
  const confirm = useConfirm()
  const takeFactor = async ({ id, name }: User) => {
    const message = `${name} esce da tutti i dispositivi e accede con la sola password, finché non attiva di nuovo la verifica. Assicurati che lo abbia chiesto davvero.`
    if (await confirm({ title: 'Azzera la verifica in due passaggi', message, confirm: 'Azzera', danger: true })) reset.mutate({ id })
  }
  const link = useSend(users.link)
  const [made, setMade] = useState<{ name: string; link: Output<typeof users.link> }>()
  const makeLink = async ({ id, name, invited }: User) => {
    const message = `Chi apre il link sceglie la password di ${name}: consegnalo solo a questa persona.${invited ? '' : ' Ne riceve avviso per email.'} I link precedenti non varranno più.`
    if (await confirm({ title: 'Crea un link da consegnare', message, confirm: 'Crea link' }))
      link.mutate({ id }, { onSuccess: (answer) => setMade({ name, link: answer }) })
  }
  const actions = (user: User): RowAction[] =>
    mayManage(me, user)
      ? [
          ...invite(user),
          ...(user.enabled && user.id !== me.id && mayReaddress(me, user) ? [linkAction(user)] : []),
          ...(user.second_factor && user.id !== me.id ? [factorAction(user)] : []),
        ]
      : []
  const linkAction = (user: User): RowAction => ({
    label: 'Crea un link da consegnare',
    icon: IconKey,
    onSelect: () => void makeLink(user),
  })
  const factorAction = (user: User): RowAction => ({
    label: 'Azzera la verifica in due passaggi',
    icon: IconLock,
    onSelect: () => void takeFactor(user),
  })
  const invite = (user: User): RowAction[] =>
    user.enabled
      ? [
          {
            label: user.invited ? 'Invia invito' : 'Invia link per la password',
            icon: IconShare,
            onSelect: () => mutate({ id: user.id }, { onSuccess: told }),
          },
        ]
      : []
  return (
    <>
      {made && <LinkDialog {...made} onClose={() => setMade(undefined)} />}
      <RecordPage
        {...page}
        resource={users}
        gone="Utente non trovato"
        history={{ user: peopleHistory.user }}
        head={(user) => ({
          chip: <StatusChip {...userStatus(user)} />,
          subtitle: user.roles.map((name) => roleLabels[name]).join(', '),
          actions: actions(user),
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
                  'Verifica in due passaggi': user.second_factor ? 'Attiva' : 'Non attiva',
                  Permessi: user.permissions.map((name) => permissionLabels[name]).join(', '),
                }}
              />
            ),
          },
          stazioni: { label: 'Punti vendita', show: <UserStations key={user.id} user={user} /> },
        })}
      />
    </>
  )
}
