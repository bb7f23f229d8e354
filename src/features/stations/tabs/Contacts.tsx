import { Stack, Title } from '@mantine/core'
import { detailedOpenings } from '../../../contract/stations/openings.ts'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import type { Station } from '../../../contract/stations/stations.ts'
import { Children } from '../../../crud/record/Children.tsx'
import { useCan } from '../../../lib/session.ts'
import { DetailedHours } from './DetailedHours.tsx'
import { Hours, HoursForm } from './Hours.tsx'

const words = ['Aggiungi telefono', 'Togli il telefono', 'Nessun telefono.'] as const

/** "Contatti e orari". */
export function Contacts({ station }: { station: Station }) {
  const { id, rev = 0, phones, writable } = station
  const can = useCan()
  const write = writable.includes('net.write')
  return (
    <Stack gap="lg">
      <section aria-labelledby="phones">
        <Title order={2} id="phones" mb="xs">
          Telefoni
        </Title>
        <Children resource={{ update: stationSetCalls.phones }} record={{ id, rev, phones }} path="phones" words={words} locked={!write} />
      </section>
      <section aria-labelledby="hours">
        <Title order={2} id="hours" mb="xs">
          Orari di apertura
        </Title>
        {write ? <HoursForm station={station} /> : <Hours station={station} />}
      </section>
      {can(detailedOpenings.list.policy) && (
        <section aria-labelledby="detailed">
          <Title order={2} id="detailed" mb="xs">
            Orari dettagliati
          </Title>
          <DetailedHours id={id} />
        </section>
      )}
    </Stack>
  )
}
