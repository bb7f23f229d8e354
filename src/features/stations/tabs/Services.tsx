import type * as v from 'valibot'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { services } from '../../../contract/stations/services.ts'
import type { StationService } from '../../../contract/stations/set-fields.ts'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { Children } from '../../../crud/record/Children.tsx'

const words = ['Aggiungi servizio', 'Togli il servizio', 'Nessun servizio.'] as const
const inputs = {
  available_service_id: (props: object) => <LookupSelect {...props} source={services.list} given={{ active: true }} clearable={false} />,
}
const cells = { available_service_id: (service: v.InferOutput<typeof StationService>) => service.name }

/** "Servizi" that the station offers. */
export const Services = (props: { record: Output<typeof stationSetCalls.services>; locked: boolean }) => (
  <Children {...props} resource={{ update: stationSetCalls.services }} path="services" words={words} inputs={inputs} cells={cells} />
)
