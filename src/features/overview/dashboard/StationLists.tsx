import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expirationTypes } from '../../../contract/expirations/words.ts'
import { OUTCOMES, SEVERITIES } from '../../../contract/inspections/labels.ts'
import { NC_STATUSES } from '../../../contract/inspections/non-conformities.ts'
import { day, tenth } from '../../../lib/format.ts'
import { isUnread } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { howMany, others } from '../../../rules/shared/how-many.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'
import { dueLabel } from '../../expirations/DueChip.tsx'
import { Listed } from './Listed.tsx'
import { atStations } from './station-reads.ts'

const tones: Record<keyof typeof OUTCOMES, Tone> = {
  conforme: 'ok',
  con_osservazioni: 'wait',
  non_conforme: 'error',
  incompleta: 'neutral',
}
/** So many are shown at once; who runs several stations has dozens. */
const FEW = 10
const DUE = 'due-at-stations'
/** Says above the stations that something is late there, and leads to the list, which stands below them. */
export function LateAtStations() {
  const late = useQuery(atStations).data?.due.filter((one) => one.late) ?? []
  if (!late.length) return null
  return (
    <Alert color="red">
      <Group justify="space-between" gap="sm">
        <Text>
          {howMany(late.length, 'scadenza scaduta', 'scadenze scadute')} ai tuoi punti vendita, dal {day(late[0]!.date)}.
        </Text>
        <Button variant="default" onClick={() => document.getElementById(DUE)?.scrollIntoView()}>
          Vedi le scadenze
        </Button>
      </Group>
    </Alert>
  )
}
/** What must be done at the person's stations, and by when. */
export function DueAtStations() {
  const found = useQuery(atStations)
  const can = useCan()
  const { data, refetch } = found
  const [whole, setWhole] = useState(false)
  const rows = whole ? data?.due : data?.due.slice(0, FEW)
  const left = (data?.due_total ?? 0) - (rows?.length ?? 0)
  return (
    <Listed
      id={DUE}
      title="Scadenze dei miei punti vendita"
      reading={{ rows, isError: isUnread(found), refetch }}
      after={
        left > 0 &&
        (whole ? (
          `E ${others(left, 'f')}.`
        ) : (
          <Button variant="default" onClick={() => setWhole(true)}>
            Mostra {others(left, 'f')}
          </Button>
        ))
      }
      row={({ id, type, message, date, station }) => {
        const { tone, label } = dueLabel(date)
        return {
          key: id,
          // The one page about what is due that is open to a manager.
          name:
            type === 'serbatoi' ? (
              <LinkAnchor fw={500} to="/stazioni/cisterne/{-$id}" params={{ id: station.id }}>
                {message}
              </LinkAnchor>
            ) : (
              <Text fw={500}>{message}</Text>
            ),
          told: (
            <>
              {[expirationTypes[type], `${station.code} ${station.name}`, day(date)].join(' · ')}
              {can('tickets.open') && (
                <>
                  {' · '}
                  <LinkAnchor
                    size="sm"
                    to="/tickets/$slug/{-$id}"
                    params={{ slug: 'nuovo', id: undefined }}
                    search={{ pv: station.id } as never}
                    aria-label={`Apri ticket: ${message}`}
                  >
                    Apri ticket
                  </LinkAnchor>
                </>
              )}
            </>
          ),
          beside: tone && <StatusChip tone={tone} label={label} />,
        }
      }}
    />
  )
}
/** The last verifiche at the person's stations, each with what it found. */
export function Findings() {
  const found = useQuery(atStations)
  const { data, refetch } = found
  return (
    <Listed
      title="Ultime verifiche"
      reading={{ rows: data?.inspections, isError: isUnread(found), refetch }}
      none="Nessuna verifica conclusa finora."
      row={({ id, id_year, id_number, model_name, completed_at, station, score, outcome, findings }) => ({
        key: id,
        name: (
          <Text fw={500}>
            {id_year}/{id_number} {model_name}
          </Text>
        ),
        told: (
          <>
            {[`${station.code} ${station.name}`, day(completed_at), score !== null && `punteggio ${tenth(score)}`]
              .filter(Boolean)
              .join(' · ')}
            {findings.length > 0 && (
              <Stack component="ul" gap={4} m={0} mt={4} pl="md">
                {findings.map((one) => (
                  <li key={one.id}>
                    {[one.label, one.block_label].filter(Boolean).join(' – ')}
                    {`: ${SEVERITIES[one.severity].toLowerCase()}, ${NC_STATUSES[one.status].toLowerCase()}`}
                    {(one.status === 'open' || one.status === 'in_progress') &&
                      (one.late
                        ? `, da risolvere entro il ${day(one.deadline)} (in ritardo)`
                        : `, da risolvere entro il ${day(one.deadline)}`)}
                  </li>
                ))}
              </Stack>
            )}
          </>
        ),
        beside: outcome && <StatusChip tone={tones[outcome]} label={OUTCOMES[outcome]} />,
      })}
    />
  )
}
