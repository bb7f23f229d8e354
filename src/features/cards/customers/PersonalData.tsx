import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { customers } from '../../../contract/cards/customers.ts'
import { gdpr } from '../../../contract/cards/gdpr.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { part } from '../../../ui/part.tsx'
import type { Customer } from './customer-status.ts'

const DataRights = part(() => import('../../../crud/record/DataRights.tsx').then((m) => m.DataRights))
const consents = ['privacy_at', 'privacy_origin', 'marketing', 'marketing_at', 'marketing_origin'] as const

/** Consents, the archive of what is known, and the erasure. */
export function PersonalData({ customer }: { customer: Customer }) {
  const navigate = useNavigate()
  const { id, code, denomination } = customer
  return (
    <Stack>
      <Facts resource={customers} record={customer} names={consents} />
      <DataRights
        {...{ id, archive: gdpr.archive, erase: gdpr.erase }}
        of="del cliente"
        lost={`I dati di ${code} ${denomination} vengono cancellati dalla scheda, dallo storico e dal log, salvo quelli da conservare per il motivo scelto, e il cliente viene eliminato.`}
        resource="customers"
        onErased={() => navigate({ to: '/carte/clienti/{-$id}', params: { id: undefined }, replace: true })}
      />
    </Stack>
  )
}
