import { messages } from '../../contract/kernel/valibot-it.ts'

/** The fields of a station that are checked against each other. */
interface StationValues {
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
const isNull = (value: unknown) => (value ?? null) === null

/** Errors by field, which prevent saving. */
export function stationErrors(station: StationValues): Record<string, string | undefined> {
  const { self, serve, selfGPL, serveGPL, is_warehouse, owned, hasRent, latitude, longitude, opened_at, closed_at } = station
  return {
    self: self || serve || selfGPL || serveGPL || is_warehouse ? undefined : 'Indica almeno un modo di vendita, oppure che è un deposito.',
    hasRent: owned && hasRent ? 'Il punto vendita non può essere sia di proprietà sia in affitto.' : undefined,
    longitude: isNull(latitude) === isNull(longitude) ? undefined : 'Latitudine e longitudine vanno indicate insieme.',
    closed_at: opened_at && closed_at && closed_at < opened_at ? messages.date_order : undefined,
  }
}
/** The field that must be true for others to be stored. */
const dependsOn = {
  landlord: 'hasRent',
  rent_amount: 'hasRent',
  rent_expiration: 'hasRent',
  videoSurveillanceNote: 'videoSurveillance',
} as const
/** The fields of `given` that would not be stored, each with the one that would have to be true. */
export const lostValues = (given: StationValues, station: StationValues) =>
  Object.entries(dependsOn).filter(([name, owner]) => !isNull(given[name as keyof typeof dependsOn]) && !station[owner])
/** Fields that must be empty because the field they depend on is false. */
export const dependentValues = ({ hasRent, videoSurveillance }: StationValues) => ({
  ...(hasRent ? {} : { landlord: null, rent_amount: null, rent_expiration: null }),
  ...(videoSurveillance ? {} : { videoSurveillanceNote: null }),
})

const isBetween = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to
const LATITUDES = [35.4, 47.2] as const
const LONGITUDES = [6.5, 18.6] as const
/** A warning about doubtful coordinates, which are saved anyway; undefined if there is none. */
export function placeWarning({ latitude, longitude }: StationValues): string | undefined {
  if (isNull(latitude) || isNull(longitude) || (isBetween(latitude!, LATITUDES) && isBetween(longitude!, LONGITUDES))) return undefined
  return isBetween(longitude!, LATITUDES) && isBetween(latitude!, LONGITUDES)
    ? 'Latitudine e longitudine sembrano scambiate.'
    : "Le coordinate sono fuori dall'Italia."
}
/** A fuel of a station. */
interface Sold {
  name: string
  code: string | null
  active: boolean
}
const isGpl = ({ name, code }: Sold) => code === 'GP' || /gpl/i.test(name)
/** Warnings as sentences. They do not prevent saving. */
export function stationWarnings(station: StationValues, fuels: readonly Sold[]): string[] {
  const { status, serve, serveGPL, selfGPL, videoSurveillance, is_warehouse } = station
  const active = fuels.filter((fuel) => fuel.active)
  const open = status === 'active'
  return [
    placeWarning(station),
    open && isNull(station.latitude) && 'Mancano le coordinate: il punto vendita non compare sulla mappa.',
    open && !is_warehouse && !active.length && 'Il punto vendita è attivo ma non ha carburanti.',
    (serveGPL || selfGPL) && !active.some(isGpl) && 'Il GPL è indicato tra i modi di vendita ma non tra i carburanti.',
    selfGPL && !serve && !serveGPL && !videoSurveillance && 'Il GPL self in un impianto non presidiato richiede la videosorveglianza.',
  ].filter((sentence) => !!sentence) as string[]
}
