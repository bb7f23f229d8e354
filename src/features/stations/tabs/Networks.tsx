import type { Output } from '../../../contract/kernel/endpoint.ts'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import { Children } from '../../../crud/record/Children.tsx'

const words = ['Aggiungi rete', 'Togli la rete', 'Nessuna rete.'] as const

/** "Reti": the lines that connect the station. */
export const Networks = (props: { record: Output<typeof stationSetCalls.networks>; locked: boolean }) => (
  <Children {...props} resource={{ update: stationSetCalls.networks }} path="networks" words={words} />
)
