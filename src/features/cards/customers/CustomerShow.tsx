import { customerLogs } from '../../../contract/cards/customer-logs.ts'
import { customers } from '../../../contract/cards/customers.ts'
import { gdpr } from '../../../contract/cards/gdpr.ts'
import type { CrudWords } from '../../../crud/list/crud-types.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { RailFacts, RailPart } from '../../../crud/record/Rail.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { dayTime } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { cardHistory } from '../../../rules/cards/history.ts'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { CustomerCards } from './CustomerCards.tsx'
import { CustomerLog } from './CustomerLog.tsx'
import { allFields, belongsTo } from './customer-sections.ts'
import { type Customer, customerStatus } from './customer-status.ts'
import { Merges } from './Merges.tsx'
import { PersonalData } from './PersonalData.tsx'
import { PortalAccess } from './PortalAccess.tsx'
import { useCustomerActions } from './use-customer-actions.ts'

const CustomerForm = part(() => import('./CustomerForm.tsx').then((m) => m.CustomerForm))
const factsOf = (customer: Customer) =>
  allFields.filter((name) => name !== 'station_id' && (belongsTo(customer.kind, name) || customer[name] != null))

export function CustomerShow(page: { id: number; words: CrudWords }) {
  const actions = useCustomerActions()
  const can = useCan()
  return (
    <RecordPage
      {...page}
      resource={customers}
      form={CustomerForm}
      gone="Cliente non trovato"
      nameOf={({ code, denomination }) => `${code} ${denomination}`}
      history={{ customer: cardHistory.customer }}
      head={(customer) => ({
        chip: <StatusChip {...customerStatus(customer)} />,
        subtitle: `${customer.city} (${customer.province})`,
        related: can('coupons.read')
          ? [{ label: 'Buoni', link: { to: '/coupons/{-$id}', params: { id: undefined }, search: { customer_id: [customer.id] } } }]
          : [],
        actions: actions(customer),
        rail: (
          <>
            <RailPart title="Tessere e accessi">
              <RailFacts
                facts={{
                  'Tessere attive': `${customer.cards_active} su ${customer.cards_count}`,
                  'Utente portale': customer.username ?? 'Nessuno',
                  'Ultimo accesso': customer.username && (dayTime(customer.last_access_at) || 'Mai'),
                  'Sincronizzato il': dayTime(customer.synced_at),
                }}
              />
            </RailPart>
            <Merges id={customer.id} />
          </>
        ),
      })}
      tabs={(customer) => ({
        dati: {
          label: 'Anagrafica',
          show: (
            <Facts
              resource={customers}
              record={customer}
              names={factsOf(customer)}
              more={{ 'Punto vendita di riferimento': customer.station && `${customer.station.code} ${customer.station.name}` }}
            />
          ),
        },
        tessere: {
          label: 'Tessere',
          count: customer.cards_count,
          show: <CustomerCards customer={customer} />,
        },
        portale: { label: 'Accesso portale', show: <PortalAccess customer={customer} /> },
        personali: { label: 'Dati personali', policy: gdpr.archive.policy, show: <PersonalData customer={customer} /> },
        log: { label: 'Log', policy: customerLogs.list.policy, show: <CustomerLog given={{ customer_id: [customer.id] }} /> },
      })}
    />
  )
}
