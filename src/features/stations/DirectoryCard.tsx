import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { phoneTypes } from '../../contract/stations/set-fields.ts'
import { stationStatuses } from '../../contract/stations/stations.ts'
import { byWeek, openWords, stationOpenState, type WallClock } from '../../rules/stations/open-now.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './directory.module.css'
import type { KnownStation } from './prepared-stations.ts'

/** Opens in the map of the phone, outside of the app; by place where that is known, else by address. */
const wayTo = ({ latitude, longitude, address, cap, city }: KnownStation) =>
  `https://www.google.com/maps/dir/?api=1&destination=${
    latitude !== null && longitude !== null ? `${latitude},${longitude}` : encodeURIComponent(`${address}, ${cap} ${city}`)
  }`

const NO_HOURS = 'Orari non tenuti su questo dispositivo.'

/** A station as one needs it on the way: where it is, who answers, whether it is open. `now`: the clock of Rome. */
export function DirectoryCard({ station, now }: { station: KnownStation; now: WallClock }) {
  const { code, name, address, cap, city, province, status, phones, services, opening } = station
  const state = opening || status !== 'active' ? stationOpenState(status, byWeek(opening ?? []), now) : undefined
  const said = state && openWords(state, now)
  return (
    <Card component="li" withBorder padding="sm" className={classes.card}>
      <Stack gap={4}>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text fw={500}>
            {code} {name}
          </Text>
          {said && (
            <div className={classes.state}>
              <StatusChip tone={state.open ? 'ok' : 'neutral'} label={said.word} />
            </div>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {said ? (status === 'active' ? said.next : stationStatuses[status]) : opening ? 'Orari non ancora inseriti.' : NO_HOURS}
        </Text>
        <Text size="sm">
          {address}, {cap} {city} ({province})
        </Text>
        {!!services?.length && (
          <Text size="sm" c="dimmed">
            {services.join(' · ')}
          </Text>
        )}
        <Group gap="xs">
          {phones
            .filter(({ type }) => type !== 'fax')
            .map(({ number, type, label }) => (
              <Anchor
                key={number}
                href={`tel:${number}`}
                className={classes.action}
                aria-label={`Chiama ${number}, ${label ?? phoneTypes[type]}`}
              >
                {number}
              </Anchor>
            ))}
          <Anchor
            href={wayTo(station)}
            target="_blank"
            rel="noreferrer"
            className={classes.action}
            aria-label={`Indicazioni: ${code} ${name}`}
          >
            Indicazioni
          </Anchor>
        </Group>
      </Stack>
    </Card>
  )
}
