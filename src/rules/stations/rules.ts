import { messages } from '../../contract/kernel/valibot-it.ts'

/** What must hold, and what should, between the fields of a station (domain.md 1.2). */
interface Given {
  status?: string
  self?: boolean
  serve?: boolean
  serveGPL?: boolean
  selfGPL?: boolean
  is_warehouse?: boolean
  owned?: boolean
  hasRent?: boolean
  videoSurveillance?: boolean
  videoSurveillanceNote?: string | null
  landlord?: string | null
  rent_amount?: number | null
  rent_expiration?: string | null
  latitude?: number | null
  longitude?: number | null
  opened_at?: string | null
  closed_at?: string | null
}
const none = (value: unknown) => (value ?? null) === null

/** What is wrong, by field: it cannot be saved so. */
export function stationErrors(station: Given): Record<string, string | undefined> {
  const { self, serve, selfGPL, serveGPL, is_warehouse, owned, hasRent, latitude, longitude, opened_at, closed_at } = station
  return {
    self: self || serve || selfGPL || serveGPL || is_warehouse ? undefined : 'Indica almeno un modo di vendita, oppure che è un deposito.',
    hasRent: owned && hasRent ? 'Il punto vendita non può essere sia di proprietà sia in affitto.' : undefined,
    longitude: none(latitude) === none(longitude) ? undefined : 'Latitudine e longitudine vanno indicate insieme.',
    closed_at: opened_at && closed_at && closed_at < opened_at ? messages.date_order : undefined,
  }
}
/** What goes with another field, and has no value where that says no. */
export const dependentValues = ({ hasRent, videoSurveillance }: Given) => ({
  ...(hasRent ? {} : { landlord: null, rent_amount: null, rent_expiration: null }),
  ...(videoSurveillance ? {} : { videoSurveillanceNote: null }),
})

const within = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to
const LATITUDES = [35.4, 47.2] as const
const LONGITUDES = [6.5, 18.6] as const
/** What is doubtful about coordinates, which are kept all the same; undefined where nothing is. */
export function placeWarning({ latitude, longitude }: Given): string | undefined {
  if (none(latitude) || none(longitude) || (within(latitude!, LATITUDES) && within(longitude!, LONGITUDES))) return undefined
  return within(longitude!, LATITUDES) && within(latitude!, LONGITUDES)
    ? 'Latitudine e longitudine sembrano scambiate.'
    : "Le coordinate sono fuori dall'Italia."
}
/** Fuels as a station has them. */
interface Sold {
  name: string
  code: string | null
  active: boolean
}
const isGpl = ({ name, code }: Sold) => code === 'GP' || /gpl/i.test(name)
/** What should be looked at, in sentences; it is saved all the same. */
export function stationWarnings(station: Given, fuels: readonly Sold[]): string[] {
  const { status, serve, serveGPL, selfGPL, videoSurveillance, is_warehouse } = station
  const active = fuels.filter((fuel) => fuel.active)
  const open = status === 'active'
  return [
    placeWarning(station),
    open && none(station.latitude) && 'Mancano le coordinate: il punto vendita non compare sulla mappa.',
    open && !is_warehouse && !active.length && 'Il punto vendita è attivo ma non ha carburanti.',
    (serveGPL || selfGPL) && !active.some(isGpl) && 'Il GPL è indicato tra i modi di vendita ma non tra i carburanti.',
    selfGPL && !serve && !serveGPL && !videoSurveillance && 'Il GPL self in un impianto non presidiato richiede la videosorveglianza.',
  ].filter((sentence) => !!sentence) as string[]
}
