import { expiringDays, managerStatuses, managers } from '../../../contract/people/managers.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import type { Columns } from '../../../crud/list/columns.ts'
import { anyOf, yesNo } from '../../../crud/list/filters.tsx'
import { day } from '../../../lib/format.ts'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CardLines } from './CardLines.tsx'
import { DocumentDay } from './DocumentDay.tsx'
import { type ManagerRow, managerWords, nameOf, placeOf } from './words.ts'

const ManagerForm = part(() => import('./ManagerForm.tsx').then((m) => m.ManagerForm))

const columns: Columns<ManagerRow> = {
  'Cognome e nome': { show: nameOf, sort: 'lastname', wide: true },
  'Codice fiscale': { show: (one) => one.fiscalCode, width: 8, spare: 2 },
  Telefono: { show: (one) => one.phone, width: 9 },
  Email: { show: (one) => one.email, wide: true, spare: 1 },
  'Punti vendita attuali': { show: (one) => one.stations.map(placeOf).join(', ') || '–', wide: true },
  'Scadenza documento': {
    show: (one) => <DocumentDay date={one.document_expiration} />,
    text: (one) => (one.document_expiration ? day(one.document_expiration) : ''),
    sort: 'identityCardExpiration',
    width: 11,
  },
  Account: {
    show: (one) =>
      one.account ? (
        <StatusChip tone={one.account.enabled ? 'ok' : 'neutral'} label={one.account.enabled ? 'Attivo' : 'Disabilitato'} />
      ) : (
        'No'
      ),
    text: (one) => (one.account ? (one.account.enabled ? 'Attivo' : 'Disabilitato') : 'No'),
    width: 8,
  },
  Stato: { show: (one) => managerStatuses[one.status], width: 10, spare: 3 },
}
/** On a phone a card of four lines: name, telephone, mail, stations. */
const onPhone: Columns<ManagerRow> = {
  'Cognome e nome': { show: nameOf, sort: 'lastname' },
  Contatti: {
    show: (one) => <CardLines lines={[one.phone, one.email, one.stations.map(placeOf).join(', ') || managerStatuses[one.status]]} />,
    text: (one) => one.phone,
  },
}

/** The managers; those without a management too. */
export function ManagerList() {
  const phone = usePhone()
  return (
    <CrudList
      resource={managers}
      words={managerWords}
      context={{}}
      form={ManagerForm}
      link={({ id }) => ({ to: '/stazioni/manager/{-$id}', params: { id } })}
      filters={{
        has_management: yesNo('Con gestione attiva'),
        document_expiring: anyOf('Documento in scadenza', expiringDays),
        account: yesNo('Con account'),
      }}
      columns={phone ? onPhone : columns}
    />
  )
}
