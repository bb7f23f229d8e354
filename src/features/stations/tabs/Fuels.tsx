import { Stack, Title } from '@mantine/core'
import type * as v from 'valibot'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import type { StationFuel } from '../../../contract/stations/set-fields.ts'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { Children } from '../../../crud/record/Children.tsx'
import { useCan } from '../../../lib/session.ts'
import { Prices } from '../../prices/station/Prices.tsx'

const words = ['Aggiungi carburante', 'Togli il carburante', 'Nessun carburante.'] as const
const inputs = { fuel_id: (props: object) => <LookupSelect {...props} source={fuels.suggest} clearable={false} /> }
const cells = { fuel_id: (fuel: v.InferOutput<typeof StationFuel>) => fuel.name }

/** "Carburanti e prezzi": at which prices fuels are sold, now, before and soon, and what is sold and how. */
export function Fuels({ depot, ...props }: { record: Output<typeof stationSetCalls.fuels>; locked: boolean; depot: boolean }) {
  const priced = useCan()(stations.prices.policy)
  const { record, locked } = props
  return (
    <Stack gap="lg">
      {/* A depot has no prices. */}
      {priced && !depot && <Prices id={record.id} sold={record.fuels.filter(({ active }) => active)} locked={locked} />}
      <section aria-labelledby="fuels">
        <Title order={2} id="fuels" mb="xs">
          Carburanti
        </Title>
        <Children {...props} resource={{ update: stationSetCalls.fuels }} path="fuels" words={words} inputs={inputs} cells={cells} />
      </section>
    </Stack>
  )
}
