import { managementStatuses, managements, managementTypes } from '../../../contract/people/managements.ts'
import { managers } from '../../../contract/people/managers.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import type { Columns } from '../../../crud/list/columns.ts'
import { anyOf, lookup, yesNo } from '../../../crud/list/filters.tsx'
import { day, today } from '../../../lib/format.ts'
import { managementChip } from '../../../rules/people/management-states.ts'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CardLines } from '../managers/CardLines.tsx'
import { type ManagementRow, managementLink, managementWords, nameOf, placeOf } from '../managers/words.ts'

const ManagementForm = part(() => import('./ManagementForm.tsx').then((m) => m.ManagementForm))

const columns: Columns<ManagementRow> = {
  'Punto vendita': { show: (one) => placeOf(one.station), sort: 'station', wide: true },
  Gestore: { show: (one) => nameOf(one.manager), sort: 'manager', wide: true },
  'Ragione sociale': { show: (one) => one.businessName, sort: 'businessName', wide: true, spare: 2 },
  Tipo: { show: (one) => managementTypes[one.type], sort: 'type', atLeast: 10, spare: 1 },
  Dal: { show: (one) => day(one.from), sort: 'from', width: 7 },
  Scadenza: {
    show: (one) => (one.ended_at && one.ended_at >= today() ? `cessa il ${day(one.ended_at)}` : day(one.ended_at ?? one.expirationManager)),
    sort: 'expirationManager',
    width: 9.5,
  },
  Stato: {
    show: (one) => <StatusChip {...managementChip(one.status)} />,
    text: (one) => managementStatuses[one.status],
    width: 9.5,
  },
}
/** On a phone a card of four lines: station, manager, period, state. */
const onPhone: Columns<ManagementRow> = {
  'Punto vendita': { show: (one) => placeOf(one.station), sort: 'station' },
  Gestione: {
    show: (one) => (
      <CardLines
        lines={[
          nameOf(one.manager),
          `dal ${day(one.from)}${one.ended_at ? `, cessa il ${day(one.ended_at)}` : one.expirationManager ? ` al ${day(one.expirationManager)}` : ''}`,
          <StatusChip key="state" {...managementChip(one.status)} />,
        ]}
      />
    ),
    text: (one) => nameOf(one.manager),
  },
}

/** The columns without the one that is the same in every row: the station or the manager they belong to. */
const without = (known: 'Punto vendita' | 'Gestore') => Object.fromEntries(Object.entries(columns).filter(([heading]) => heading !== known))
const [ofManager, ofStation] = [without('Gestore'), without('Punto vendita')]

/** The managements of the network, of one manager or of one station. */
export function ManagementList({ manager, station }: { manager?: number; station?: number }) {
  const phone = usePhone()
  const within = manager ? { manager_id: [manager] } : station ? { station_id: [station] } : undefined
  const create = { ...(manager && { manager_id: manager }), ...(station && { station_id: station }) }
  return (
    <CrudList
      resource={managements}
      words={managementWords}
      context={{ list: within, create }}
      form={ManagementForm}
      link={({ id }) => managementLink(id)}
      filters={{
        status: anyOf('Stato', managementStatuses),
        type: anyOf('Tipo', managementTypes),
        expiring: yesNo('In scadenza (90 giorni)'),
        ...(!within && { manager_id: lookup('Gestore', managers.all as never) }),
      }}
      columns={phone ? onPhone : station ? ofStation : manager ? ofManager : columns}
    />
  )
}
