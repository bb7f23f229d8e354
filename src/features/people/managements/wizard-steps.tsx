import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { managements, managementTypes } from '../../../contract/people/managements.ts'
import { managers } from '../../../contract/people/managers.ts'
import { obligations } from '../../../contract/people/obligations.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { day, euro, today } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { usualExpiration } from '../../../rules/people/management-states.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { isRealDay } from '../../../rules/shared/italian.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { type Management, type ManagementRow, managementLink, nameOf, placeOf } from '../managers/words.ts'
import type { Known, WizardForm } from './wizard-form.ts'

const rest = ['businessName', 'address', 'piva', 'sdi', 'pec', 'fiscalCode', 'rea', 'iban', 'contract_number', 'note']
export const contractNames = ['type', 'from', 'expirationManager', ...rest]

export function ManagerStep({ fields, values, onNew }: WizardForm & { onNew: () => void }) {
  const { defaultValue: _, ...props } = fields.field('manager_id')
  return (
    <Stack gap="sm" align="start">
      <LookupSelect
        {...props}
        w="100%"
        source={managers.all}
        say={nameOf}
        value={values.useValue('manager_id')}
        onChange={(id) => values.set('manager_id', id)}
      />
      <Button variant="default" onClick={onNew}>
        Nuovo gestore
      </Button>
    </Stack>
  )
}

/** The contract. Its end follows its first day, unless it was changed. */
export function ContractStep({ fields, values, replaces }: WizardForm & { replaces: Management | undefined }) {
  // A day that is being typed is not a day yet: the end follows the last one that was.
  const first = values.get('from')
  const lastDay = useRef(first && isRealDay(first) ? first : today())
  const begin = (from: string | null) => {
    values.set('from', from)
    if (!from || !isRealDay(from)) return
    // Cash that is still held that long is given back then.
    if (replaces && from > today()) values.set('replaces.return_cash' as never, false as never)
    if (values.get('expirationManager') === usualExpiration(lastDay.current)) values.set('expirationManager', usualExpiration(from))
    lastDay.current = from
  }
  const { onChange: _, ...from } = fields.field('from')
  return (
    <Columns min="14rem">
      <Fields of={fields} names={['type']} />
      <DateField {...from} onChange={begin} />
      <div key={String(values.useValue('expirationManager'))}>
        <Fields of={fields} names={['expirationManager']} />
      </div>
      <Fields of={fields} names={rest} />
      {replaces && <Fields of={fields} names={['replaces.end_reason']} />}
    </Columns>
  )
}

/** The cash that a manager still holds, in words; nothing where there is none. */
const cashOf = ({ cash_balance }: Management) => (cash_balance ? euro(cash_balance, 2) : undefined)
const noTerms = { fixed: 0, perLiter: 0, discountLiter: 0, aboveThreshold: 0, thresholdLiters: 0 }
export function MoneyStep({ fields, values, replaces }: WizardForm & { replaces: Management | undefined }) {
  const cash = values.useValue('cash')
  const pay = values.useValue('first_remuneration')
  values.useValue('from')
  const returned = replaces && cashOf(replaces)
  return (
    <Stack gap="md">
      {returned && values.get('from')! <= today() && (
        <Checkbox
          {...fields.field('replaces.return_cash', 'checkbox')}
          label={`Registra la restituzione del fondo cassa di chi lascia (${returned})`}
        />
      )}
      {returned && values.get('from')! > today() && (
        <Text>{`Il fondo cassa di chi lascia (${returned}) si restituisce il ${day(values.get('from'))}: da quel giorno registrare la restituzione nella sua gestione.`}</Text>
      )}
      <Checkbox
        label="Consegna il fondo cassa"
        checked={!!cash}
        onChange={({ currentTarget }) => values.set('cash', currentTarget.checked ? { cashFundAmount: 0, cashFundDate: today() } : null)}
      />
      {cash && (
        <Columns min="14rem">
          <Fields of={fields} names={['cash.cashFundAmount', 'cash.cashFundDate']} />
        </Columns>
      )}
      <Checkbox
        label="Imposta la remunerazione"
        checked={!!pay}
        onChange={({ currentTarget }) => values.set('first_remuneration', currentTarget.checked ? noTerms : null)}
      />
      {pay && (
        <Columns min="14rem">
          <Fields of={fields} names={Object.keys(noTerms).map((name) => `first_remuneration.${name}`)} />
        </Columns>
      )}
    </Stack>
  )
}

/** The names of a station and of a manager, as far as they are read. */
function useNames(station_id: number | null | undefined, manager_id: number | null | undefined) {
  const { data: all } = useQuery({ ...query(managers.all, {}), enabled: !!manager_id })
  const { data: place } = useQuery({ ...query(stations.get, { id: station_id! }), enabled: !!station_id })
  const who = all?.find(({ id }) => id === manager_id)
  return [place ? placeOf(place) : '…', who ? nameOf(who) : '…'] as const
}
const FactLines = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <Stack gap="xs">
    {facts.map(([label, value]) => (
      <Group key={label} gap="xs">
        <Text c="dimmed">{label}:</Text>
        <Text>{value}</Text>
      </Group>
    ))}
  </Stack>
)
/** What the page knows already, in place of the steps that would ask for it. */
export function KnownFacts({ given: { station_id, manager_id } }: { given: Known }) {
  const [place, who] = useNames(station_id, manager_id)
  return (
    <FactLines facts={[...(station_id ? [['Punto vendita', place] as const] : []), ...(manager_id ? [['Gestore', who] as const] : [])]} />
  )
}

/** What happens to the cash of the manager who leaves. */
function returnOf(sum: string, { get }: WizardForm['values']) {
  if (get('from')! > today()) return `${sum}, da restituire il ${day(get('from'))}`
  return get('replaces')?.return_cash ? `${sum}, restituzione registrata` : `${sum}, restituzione da registrare`
}

/** The management that a station has and that has no end: a new one may not overlap it. */
export function useRunning(station_id: number | null): ManagementRow | undefined {
  const running = { station_id: [station_id ?? 0], status: ['active' as const, 'expiring' as const, 'expired' as const] }
  const { data } = useQuery({ ...query(managements.list, running), enabled: !!station_id })
  return station_id ? data?.data.find(({ ended_at }) => !ended_at) : undefined
}
/** Says before the work that it leads nowhere here, and where it does. */
export const RunningManagement = ({ one }: { one: ManagementRow }) => (
  <Alert color="amber">
    <Text>{`${placeOf(one.station)} ha già una gestione attiva, di ${nameOf(one.manager)}. Per passare a un altro gestore si usa “Subentro” nella gestione attuale.`}</Text>
    <LinkAnchor {...managementLink(one.id)}>Apri la gestione attuale</LinkAnchor>
  </Alert>
)

/** What will be created. */
export function Summary({ values, replaces }: WizardForm & { replaces: Management | undefined }) {
  const station_id = values.useValue('station_id')
  const manager_id = values.useValue('manager_id')
  const type = values.useValue('type')
  const given = values.useValue('given_obligations')
  const cash = values.useValue('cash')
  const pay = values.useValue('first_remuneration')
  const [place, who] = useNames(station_id, manager_id)
  const { data: catalogue } = useQuery(query(obligations.list, {}))
  const facts: [string, string][] = [
    ['Punto vendita', station_id ? place : 'da scegliere'],
    ['Gestore', manager_id ? who : 'da scegliere'],
    ['Tipo di gestione', type ? managementTypes[type] : 'da scegliere'],
    ['Dal', day(values.useValue('from')) || 'da indicare'],
    ['Scadenza gestione', day(values.useValue('expirationManager')) || 'nessuna'],
    ['Ragione sociale', values.useValue('businessName') || 'da indicare'],
    ['P.IVA', values.useValue('piva') || 'da indicare'],
    ...(replaces && cashOf(replaces) ? [['Fondo cassa di chi lascia', returnOf(cashOf(replaces)!, values)] as [string, string]] : []),
    ['Fondo cassa', cash ? `consegna di ${euro(cash.cashFundAmount ?? 0, 2)}` : 'nessuno'],
    ['Remunerazione', pay ? `${euro(pay.fixed ?? 0, 2)} al mese, ${euro(pay.perLiter ?? 0, 4)} al litro` : 'nessuna'],
    ['Obblighi', `${howMany(given.length, 'scelto', 'scelti')}, ${catalogue?.filter(({ active }) => active).length ?? '…'} nel catalogo`],
  ]
  return <FactLines facts={facts} />
}
