import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { expirations } from '../../../contract/expirations/expirations.ts'
import { type Job, jobStatuses, jobs } from '../../../contract/kernel/jobs.ts'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import { activity } from '../../../contract/overview/activity.ts'
import { competitors } from '../../../contract/prices/competitors.ts'
import { prices } from '../../../contract/prices/prices.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { stationDirectory } from '../../../contract/stations/openings.ts'
import { priceModes, stationStatuses } from '../../../contract/stations/stations.ts'
import { tickets } from '../../../contract/tickets/tickets.ts'
import { TICKET_STATUSES } from '../../../contract/tickets/words.ts'
import { day, dayTime, euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { byWeek, openWords, romeWallClock, stationOpenState } from '../../../rules/stations/open-now.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { NavigateLink } from '../../../ui/NavigateLink.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { allOf, Listed } from './Listed.tsx'
import type { ListName } from './lists.ts'

const FEW = 5
/** Worst first. */
const RIVALS = 10
interface Answer<T> {
  data: { data: T[]; total: number } | undefined
  isError: boolean
  refetch: () => unknown
}
const pageOf = <T,>({ data, isError, refetch }: Answer<T>) => ({ rows: data?.data, isError, refetch })
const station = (id: number) => ({ to: '/stazioni/$id', params: { id } }) as const

function Tickets() {
  const found = useQuery(query(tickets.list, { view: 'mine', sort: 'due_at', per_page: FEW }))
  return (
    <Listed
      title="I miei ticket"
      reading={pageOf(found)}
      more={{ label: allOf('Tutti', found.data?.total), link: { to: '/tickets', search: { view: 'mine' } as never } }}
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
/** The stations of whoever works there: what it costs, and until when it is open. */
function Place() {
  const hours = useQuery(query(stationDirectory.list, { per_page: FEW }))
  const asked = useQuery(query(prices.list, { per_page: FEW }))
  const sold = useQuery(query(fuels.suggest, {}))
  const now = romeWallClock(Date.now())
  return (
    <Listed
      title="Il mio punto vendita"
      reading={pageOf(hours)}
      more={{ label: 'Prezzi', link: { to: '/prezzi' } }}
      row={({ id, code, name, status, opening }) => {
        const state = stationOpenState(status, byWeek(opening), now)
        const said = state && openWords(state, now)
        const cells = asked.data?.data.find((one) => one.id === id)?.cells ?? []
        const priced = sold.data?.flatMap((fuel) =>
          cells.filter(({ fuel_id, price }) => fuel_id === fuel.id && price !== null).map((cell) => ({ ...cell, name: fuel.name })),
        )
        return {
          key: id,
          name: (
            <LinkAnchor {...station(id)} fw={500}>
              {code} {name}
            </LinkAnchor>
          ),
          told: (
            <>
              {status !== 'active' ? stationStatuses[status] : (said?.next ?? 'Orari non ancora inseriti.')}
              {priced?.map(({ name, fuel_id, mode, price }) => (
                <span key={`${fuel_id}-${mode}`} style={{ display: 'block' }}>
                  {name} {priceModes[mode].toLowerCase()}: {euro(price!)}
                </span>
              ))}
            </>
          ),
          beside: said && <StatusChip tone={state.open ? 'ok' : 'neutral'} label={said.word} />,
        }
      }}
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
const hasFailed = ({ status }: Job) => status === 'fallito' || status === 'completato_con_errori'
function Failed() {
  const { data, isError, refetch } = useQuery(query(jobs.list, {}))
  return (
    <Listed
      title="Job falliti"
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
  tickets: ['tickets.open', Tickets],
  place: ['net.field', Place],
  due: ['exp.read', Due],
  rivals: ['net.read', Rivals],
  way: ['net.field', Way],
  accesses: ['users', Accesses],
  failed: ['super', Failed],
}
/** The lists of a person's roles, as far as a policy lets them be read. */
export function Lists({ names }: { names: readonly ListName[] }) {
  const can = useCan()
  const mine = names.filter((name) => can(parts[name][0]))
  return (
    <Columns min="22rem">
      {mine.map((name) => {
        const Part = parts[name][1]
        return <Part key={name} />
      })}
    </Columns>
  )
}
