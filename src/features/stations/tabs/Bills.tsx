import type { Output } from '../../../contract/kernel/endpoint.ts'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import { Children } from '../../../crud/record/Children.tsx'

const words = ['Aggiungi utenza', 'Togli l’utenza', 'Nessuna utenza.'] as const

/** "Bollette": what the station is supplied with, and by whom. */
export const Bills = (props: { record: Output<typeof stationSetCalls.bills>; locked: boolean }) => (
  <Children {...props} resource={{ update: stationSetCalls.bills }} path="bills" words={words} />
)
