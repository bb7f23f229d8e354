import { Anchor, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messages } from '../../../contract/content/communications.ts'
import { supportDocuments } from '../../../contract/content/support-documents.ts'
import { expirations } from '../../../contract/expirations/expirations.ts'
import { type Job, jobStatuses, jobs } from '../../../contract/kernel/jobs.ts'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import { activity } from '../../../contract/overview/activity.ts'
import { payrolls } from '../../../contract/people/payrolls.ts'
import { competitors } from '../../../contract/prices/competitors.ts'
import { ecommerceOrders, orderStatuses } from '../../../contract/shop/orders.ts'
import { stationDirectory } from '../../../contract/stations/openings.ts'
import { type TicketRow, tickets } from '../../../contract/tickets/tickets.ts'
import { TICKET_STATUSES, TICKET_VIEWS } from '../../../contract/tickets/words.ts'
import { day, dayTime, euro } from '../../../lib/format.ts'
import { isUnread, query } from '../../../lib/query.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { payPeriod } from '../../../rules/people/payslips.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { NavigateLink } from '../../../ui/NavigateLink.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { orderTones } from '../../shop/orders/order-status.ts'
import { useOfflineTickets } from '../../tickets/use-offline-tickets.ts'
import { allOf, Listed } from './Listed.tsx'
import type { ListName } from './lists.ts'
import { DueAtStations, Findings } from './StationLists.tsx'
import { dueObligations } from './station-reads.ts'

const ObligationCards = part(() => import('../../people/managements/ObligationCards.tsx').then((m) => m.ObligationCards))
const FEW = 5
/** Cards of obligations, two beside each other on a tablet: the stations below stay in sight. */
const DUTIES = 4
/** Worst first. */
const RIVALS = 10
interface Answer<T> {
  data: { data: T[]; total: number } | undefined
  error: Error | null
  refetch: () => unknown
}
const pageOf = <T,>({ data, error, refetch }: Answer<T>) => ({ rows: data?.data, isError: isUnread({ data, error }), refetch })
const station = (id: number) => ({ to: '/stazioni/$id', params: { id } }) as const

function Payslips() {
  const found = useQuery(query(payrolls.list, { mine: true, per_page: FEW }))
  return (
    <Listed
      title="I miei cedolini"
      reading={pageOf(found)}
      more={{ label: allOf('Tutti', found.data?.total), link: { to: '/dipendente/paghe' } }}
      row={({ id, year, month, published_at, first_downloaded_at }) => ({
        key: id,
        name: (
          <LinkAnchor to="/dipendente/paghe" fw={500}>
            {payPeriod('paghe', { year, month })}
          </LinkAnchor>
        ),
        told: `pubblicato il ${day(published_at)}`,
        beside: !first_downloaded_at && <StatusChip tone="info" label="Nuovo" />,
      })}
    />
  )
}
/** The same of the tickets on this device, for when the list cannot be read. */
function useStoredTickets(): TicketRow[] | undefined {
  const me = useMe()
  const agent = useCan()('tickets.agent')
  const mine = ({ requester, assignments }: TicketRow) =>
    agent ? assignments.some(({ user_id }) => user_id === me.id) : requester.id === me.id
  return useOfflineTickets()
    ?.map(({ ticket }) => ticket)
    .filter((ticket) => ticket.status.name !== 'close' && mine(ticket))
    .sort((a, b) => a.due_at.localeCompare(b.due_at))
    .slice(0, FEW)
}
function Tickets() {
  const found = useQuery(query(tickets.list, { view: 'mine', sort: 'due_at', per_page: FEW }))
  const stored = useStoredTickets()
  const reading = pageOf(found)
  return (
    <Listed
      title="I miei ticket"
      reading={reading.isError && stored?.length ? { ...reading, rows: stored, isError: false } : reading}
      more={{ label: allOf(TICKET_VIEWS.mine, found.data?.total), link: { to: '/tickets', search: { view: 'mine' } as never } }}
      row={({ id, id_year, id_number, subject, status, station, due_at, late }) => ({
        key: id,
        name: (
          <LinkAnchor to="/tickets/$slug/{-$id}" params={{ slug: String(id_year), id: id_number }} fw={500}>
            {id_year}/{id_number} {subject}
          </LinkAnchor>
        ),
        told: [
          TICKET_STATUSES.find((one) => one.id === status.id)?.label,
          station && `${station.code} ${station.name}`,
          `entro ${dayTime(due_at)}`,
        ]
          .filter(Boolean)
          .join(' · '),
        beside: late && <StatusChip tone="error" label="In ritardo" />,
      })}
    />
  )
}
/** What stations wait for, the longest first. */
function Orders() {
  const status = ['new', 'confirmed', 'processing'] as const
  const found = useQuery(query(ecommerceOrders.list, { status: [...status], sort: 'created_at', per_page: FEW }))
  return (
    <Listed
      title="Ordini da evadere"
      reading={pageOf(found)}
      more={{
        label: allOf('Tutti', found.data?.total),
        link: { to: '/intracommerce/ordini', search: { status: [...status], sort: 'created_at' } as never },
      }}
      row={({ id, number, station: place, total, status, created_at, wanted_at }) => ({
        key: id,
        name: (
          <LinkAnchor to="/intracommerce/ordine/{-$id}" params={{ id }} fw={500}>
            {number} {place.code} {place.name}
          </LinkAnchor>
        ),
        told: [euro(total), `ordinato il ${day(created_at)}`, wanted_at && `consegna desiderata ${day(wanted_at)}`]
          .filter(Boolean)
          .join(' · '),
        beside: <StatusChip tone={orderTones[status]} label={orderStatuses[status]} />,
      })}
    />
  )
}
function Due() {
  const found = useQuery(query(expirations.list, { due: ['30'], sort: 'date', per_page: FEW }))
  return (
    <Listed
      title="Scadenze dei prossimi 30 giorni"
      reading={pageOf(found)}
      more={{
        label: allOf('Tutte', found.data?.total),
        link: { to: '/scadenze/{-$id}', params: { id: undefined }, search: { due: ['30'] } },
      }}
      row={({ id, message, station: place, date }) => ({
        key: id,
        name: (
          <LinkAnchor to="/scadenze/{-$id}" params={{ id }} fw={500}>
            {message}
          </LinkAnchor>
        ),
        told: [day(date), place && `${place.code} ${place.name}`].filter(Boolean).join(' · '),
      })}
    />
  )
}
/** Petrol of theirs against ours: who is cheapest beside us comes first. */
function Rivals() {
  const found = useQuery(query(competitors.list, { sort: 'delta', per_page: RIVALS }))
  const reading = pageOf(found)
  return (
    <Listed
      title="Concorrenti più convenienti"
      reading={{ ...reading, rows: reading.rows?.filter(({ delta }) => delta !== null && delta < 0) }}
      more={{ label: 'Tutti i concorrenti', link: { to: '/competitors', search: { sort: 'delta' } } }}
      row={({ id, name, city, station: ours, price, delta }) => ({
        key: id,
        name: (
          <Text fw={500}>
            {name}, {city}
          </Text>
        ),
        told: ours && (
          <>
            a confronto con{' '}
            <LinkAnchor {...station(ours.id)}>
              {ours.code} {ours.name}
            </LinkAnchor>
          </>
        ),
        beside: (
          <Text ta="right" style={{ whiteSpace: 'nowrap' }}>
            {price !== null && euro(price)}
            <br />
            <Text span size="sm" c="red">
              {euro(delta!)}
            </Text>
          </Text>
        ),
      })}
    />
  )
}
function Way() {
  const found = useQuery(query(stationDirectory.list, { per_page: 10 }))
  return (
    <Listed
      title="Punti vendita"
      reading={pageOf(found)}
      more={{ label: allOf('Tutti', found.data?.total), link: { to: '/stazioni/info' } }}
      row={({ id, code, name, address, city, province, latitude, longitude }) => ({
        key: id,
        name: (
          <LinkAnchor {...station(id)} fw={500}>
            {code} {name}
          </LinkAnchor>
        ),
        told: `${address}, ${city} (${province})`,
        beside: latitude !== null && longitude !== null && (
          <NavigateLink latitude={latitude} longitude={longitude} to={`${code} ${name}`} />
        ),
      })}
    />
  )
}
/** What a manager has to do, the first due first. */
function Obligations() {
  const found = useQuery(dueObligations)
  const { data, refetch } = found
  const [whole, setWhole] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id={id}>
          I miei obblighi
        </Title>
        {(data?.length ?? 0) > DUTIES && (
          <Anchor component="button" type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Solo i primi' : allOf('Tutti', data?.length)}
          </Anchor>
        )}
      </Group>
      {isUnread(found) ? (
        <ErrorState message="I miei obblighi: dato non disponibile." onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <Text c="dimmed">Niente da segnalare oggi.</Text>
      ) : (
        <ObligationCards meanwhile={<LoadingRows />} rows={whole ? (data ?? []) : (data ?? []).slice(0, DUTIES)} places />
      )}
    </section>
  )
}
function Accesses() {
  const found = useQuery(query(activity.list, { action: ['login'], per_page: FEW }))
  return (
    <Listed
      title="Ultimi accessi"
      reading={pageOf(found)}
      more={{ label: 'Tutti gli accessi', link: { to: '/logs', search: { action: ['login'] } } }}
      row={({ id, user, created_at, ip }) => ({
        key: id,
        name: <Text fw={500}>{user?.name ?? '–'}</Text>,
        told: [dayTime(created_at), ip].filter(Boolean).join(' · '),
      })}
    />
  )
}
/** What was sent last, and how many have read it. */
function Sent() {
  const found = useQuery(query(messages.list, { status: ['sent'], per_page: FEW }))
  return (
    <Listed
      title="Ultimi messaggi inviati"
      reading={pageOf(found)}
      more={{ label: allOf('Tutti', found.data?.total), link: { to: '/comunicazioni' } }}
      row={({ id, subject, sent_at, counts }) => ({
        key: id,
        name: (
          <LinkAnchor to="/comunicazioni/$id" params={{ id: String(id) }} search={{ type: 1 }} fw={500}>
            {subject}
          </LinkAnchor>
        ),
        told: dayTime(sent_at),
        beside: counts && counts.recipients > 0 && <Text>{`Letti ${Math.round((100 * counts.read) / counts.recipients)}%`}</Text>,
      })}
    />
  )
}
function Files() {
  const found = useQuery(query(supportDocuments.list, { sort: '-created_at', per_page: FEW }))
  return (
    <Listed
      title="Documenti aggiornati"
      reading={pageOf(found)}
      more={{ label: allOf('Tutti', found.data?.total), link: { to: '/autisti' } }}
      row={({ id, name, station: place, created_at, fresh }) => ({
        key: id,
        name: (
          <LinkAnchor to="/autisti" search={{ search: name }} fw={500}>
            {name}
          </LinkAnchor>
        ),
        told: [place && `${place.code} ${place.name}`, day(created_at)].filter(Boolean).join(' · '),
        beside: fresh && <StatusChip tone="info" label="Nuovo" />,
      })}
    />
  )
}
const hasFailed = ({ status }: Job) => status === 'fallito' || status === 'completato_con_errori'
function Failed() {
  const { data, isError, refetch } = useQuery(query(jobs.list, {}))
  return (
    <Listed
      title="Operazioni non riuscite"
      reading={{ rows: data?.filter(hasFailed).slice(0, FEW), isError, refetch }}
      more={{ label: 'Storico job', link: { to: '/storico-job/{-$id}', params: { id: undefined } } }}
      row={({ id, name, description, status, created_at }) => ({
        key: id,
        name: (
          <LinkAnchor to="/storico-job/{-$id}" params={{ id }} fw={500}>
            {name}
          </LinkAnchor>
        ),
        told: [jobStatuses[status], dayTime(created_at), description].filter(Boolean).join(' · '),
      })}
    />
  )
}

const parts: Record<ListName, readonly [PolicyName, () => React.JSX.Element]> = {
  payslips: ['payroll.own', Payslips],
  tickets: ['tickets.open', Tickets],
  obligations: ['obl.done', Obligations],
  orders: ['eco.admin', Orders],
  sent: ['comm.write', Sent],
  files: ['driver.read', Files],
  atStations: ['tanks.maintain', DueAtStations],
  findings: ['tanks.maintain', Findings],
  due: ['exp.read', Due],
  rivals: ['net.read', Rivals],
  way: ['net.field', Way],
  accesses: ['users', Accesses],
  failed: ['super', Failed],
}
/** The lists of a person's roles, as far as a policy lets them be read. */
export function Lists({ names }: { names: readonly ListName[] }) {
  const can = useCan()
  const mine = names
    .filter((name) => can(parts[name][0]))
    .map((name) => {
      const Part = parts[name][1]
      return <Part key={name} />
    })
  // One alone has the whole width: beside it there would be nothing.
  return mine.length === 1 ? mine : <Columns min="22rem">{mine}</Columns>
}
