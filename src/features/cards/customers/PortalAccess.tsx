import { Alert, Button, Group, Stack } from '@mantine/core'
import { customers } from '../../../contract/cards/customers.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { dayTime } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconKey } from '../../../ui/icons.tsx'
import type { Customer } from './customer-status.ts'
import { useCustomerActions } from './use-customer-actions.ts'

/** "Accesso portale": the account of a customer, with what may be done with it. */
export function PortalAccess({ customer }: { customer: Customer }) {
  const actions = useCustomerActions()(customer).filter(({ label }) => label === 'Genera account' || label === 'Reset accessi')
  const buttons = actions.map(({ label, onSelect }) => (
    <Button key={label} variant="default" onClick={() => void onSelect()}>
      {label}
    </Button>
  ))
  const { username, portal_enabled, credentials_sent_at, last_access_at, email, active } = customer
  const why = !active ? 'Il cliente è disattivato.' : email ? undefined : 'Per inviare le credenziali serve un indirizzo email.'
  if (!username)
    return (
      <EmptyState
        icon={IconKey}
        message={['Il cliente non ha un account del portale.', why].filter(Boolean).join(' ')}
        action={buttons.length > 0 && <Group>{buttons}</Group>}
      />
    )
  return (
    <Stack>
      {why && <Alert color="gray">{why}</Alert>}
      <Facts
        resource={customers}
        record={customer}
        names={[]}
        more={{
          'Utente portale': username,
          Stato: portal_enabled ? 'Attivo' : 'Sospeso',
          'Credenziali inviate il': dayTime(credentials_sent_at) || 'Non inviate',
          'Ultimo accesso': dayTime(last_access_at) || 'Mai',
        }}
      />
      {buttons.length > 0 && <Group>{buttons}</Group>}
    </Stack>
  )
}
