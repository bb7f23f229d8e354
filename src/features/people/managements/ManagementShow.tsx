import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { managements, managementTypes } from '../../../contract/people/managements.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { day } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { peopleHistory } from '../../../rules/people/history.ts'
import { managementChip, mayDo } from '../../../rules/people/management-states.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconRefresh, IconUsers, IconX } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { RevealButton, type RevealedOf } from '../managers/Personal.tsx'
import { type Management, managementLink, managementWords, nameOf, placeOf } from '../managers/words.ts'

const loading = <LoadingRows />
const ManagementForm = part(() => import('./ManagementForm.tsx').then((m) => m.ManagementForm))
const CashPanel = part(() => import('./CashPanel.tsx').then((m) => m.CashPanel), loading)
const RemunerationPanel = part(() => import('./RemunerationPanel.tsx').then((m) => m.RemunerationPanel), loading)
const ObligationsPanel = part(() => import('./ObligationsPanel.tsx').then((m) => m.ObligationsPanel), loading)
const Wizard = part(() => import('./Wizard.tsx').then((m) => m.Wizard), loading)
const RenewDialog = part(() => import('./EndDialogs.tsx').then((m) => m.RenewDialog))
const EndDialog = part(() => import('./EndDialogs.tsx').then((m) => m.EndDialog))
const { management, cash_fund, remuneration, management_obligation } = peopleHistory
const history = { management, cash_fund, remuneration, management_obligation }
type Asked = 'renew' | 'end' | 'handover'

/** When it ends or has ended: an end that is told takes the place of the contract's. */
function lastOf({ status, ended_at, expirationManager }: Management) {
  if (ended_at) return `, ${status === 'ended' ? 'cessata' : 'cessa'} il ${day(ended_at)}`
  return expirationManager ? ` al ${day(expirationManager)}` : ''
}
/** A management: contract, cash, remuneration, obligations; renewal, end and handover. */
export function ManagementShow({ id }: { id: number }) {
  const can = useCan()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ what: Asked; row: Management }>()
  const close = () => setAsked(undefined)
  /** The management that was made is the one to go on with. */
  const next = (made?: Management) => {
    close()
    if (made) void navigate(managementLink(made.id))
  }
  const actionsOf = (row: Management) => {
    const may = can('mgmt.write') && row.writable && mayDo('end', row)
    const ask = (what: Asked) => () => setAsked({ what, row })
    return may
      ? [
          { label: 'Rinnova', icon: IconRefresh, onSelect: ask('renew') },
          { label: 'Subentro', icon: IconUsers, onSelect: ask('handover') },
          { label: 'Cessa', icon: IconX, onSelect: ask('end') },
        ]
      : []
  }
  return (
    <>
      <RecordPage
        {...{ id, words: managementWords, form: ManagementForm }}
        resource={managements}
        gone="Gestione non trovata"
        history={history}
        nameOf={(one) => `${placeOf(one.station)} – ${nameOf(one.manager)}`}
        locked={(one) => !one.writable || !mayDo('remove', one)}
        head={(one) => ({
          chip: <StatusChip {...managementChip(one.status)} />,
          subtitle: `${managementTypes[one.type]}, dal ${day(one.from)}${lastOf(one)}`,
          actions: actionsOf(one),
          frozen: !mayDo('edit', one),
          related: [
            { label: nameOf(one.manager), link: { to: '/stazioni/manager/{-$id}', params: { id: one.manager.id }, search: {} as never } },
            { label: placeOf(one.station), link: { to: '/stazioni/$id', params: { id: String(one.station.id) } } },
          ],
        })}
        tabs={(one) => ({
          contratto: { label: 'Contratto', show: <Contract record={one} /> },
          ...(one.cash_balance !== null && {
            cassa: { label: 'Fondo cassa', show: <CashPanel management={one} /> },
            remunerazione: { label: 'Remunerazione', show: <RemunerationPanel management={one} /> },
          }),
          obblighi: { label: 'Obblighi', count: one.obligations.length, show: <ObligationsPanel management={one} /> },
        })}
      />
      {asked?.what === 'renew' && <RenewDialog row={asked.row} onClose={close} />}
      {asked?.what === 'end' && <EndDialog row={asked.row} onClose={close} />}
      {asked?.what === 'handover' && (
        <Dialog opened onClose={close} title="Subentro" size="xl" closeOnClickOutside={false}>
          <Wizard replaces={asked.row} onDone={next} />
        </Dialog>
      )}
    </>
  )
}

function Contract({ record }: { record: Management }) {
  const [shown, setShown] = useState<RevealedOf<'managements'>>()
  const hidden = (record.iban ?? record.fiscalCode?.includes('•')) && !shown
  return (
    <Stack gap="md">
      <Facts
        resource={managements as never}
        record={{ ...record, ...shown } as never}
        without={['station_id', 'manager_id'] as never}
        more={
          record.ended_at
            ? { [record.status === 'ended' ? 'Cessata il' : 'Cessa il']: day(record.ended_at), Motivo: record.end_reason }
            : {}
        }
      />
      {hidden && (
        <div>
          <RevealButton kind="managements" id={record.id} onShown={setShown} />
        </div>
      )}
    </Stack>
  )
}
