import { addDays, yearOf } from '../../../domain/shared/days.ts'
import { companyOf, landlineOf, mobileOf, streetOf } from '../invented.ts'
import { brands, OWN_BRAND } from '../lists.ts'
import { type Random, stream } from '../random.ts'
import { available_services, type FuelCode, fuelId, serviceId } from '../reference.ts'
import { type Town, towns } from '../towns.ts'

export interface SeedOptions {
  seed: number
  /** Base day `YYYY-MM-DD`: everything is dated from it. */
  asOf: string
}
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'

/** The odd cases of stations, so that every screen has its own: the same in any size. */
function oddity(place: number) {
  if (place % 45 === 7) return 'warehouse'
  return ({ 4: 'closed', 6: 'unplaced', 12: 'maintenance', 20: 'opening', 30: 'dismissed' } as const)[place]
}
const ordinaryTowns = towns.slice(0, -2)
/** The fifth and sixth stations are in the towns with an accent and with an apostrophe. */
const townOf = (place: number): Town => (place === 4 || place === 5 ? towns.at(place - 6)! : ordinaryTowns[place % ordinaryTowns.length]!)
const STATUS: Record<string, string> = {
  closed: 'temporarily_closed',
  opening: 'opening',
  dismissed: 'dismissed',
  maintenance: 'maintenance',
}

/** Metres north and east to degrees, around a town. */
const near = (random: Random, { latitude, longitude }: Town) => ({
  latitude: Number((latitude + (random.bell() * 1_500) / 111_320).toFixed(6)),
  longitude: Number((longitude + (random.bell() * 1_500) / 80_000).toFixed(6)),
})
const kindOf = (address: string) =>
  address.startsWith('Strada Statale') ? 'strada_statale' : /^(Contrada|Zona|Tangenziale|Strada)/.test(address) ? 'stradale' : 'urbano'
/** `Via dell'Industria 12` to `Industria`. */
const shortStreet = (address: string) =>
  address
    .replace(/^(Via|Viale|Corso|Contrada|Strada)\s+/, '')
    .replace(/^(della|dell'|delle|dei|del)\s*/, '')
    .replace(/( km)? [\d+]+$/, '')

/** Rows of `stations`, one for each town in turn. The seventh has neither coordinates nor telephone, the eighth is a depot. */
export function seedStations({ seed, asOf }: SeedOptions, count: number) {
  return Array.from({ length: count }, (_, place) => {
    const random = stream(seed, 'stations', place)
    const town = townOf(place)
    const odd = oddity(place)
    const warehouse = odd === 'warehouse'
    const code = `PV${String(place + 1).padStart(3, '0')}`
    const motorway = place % 23 === 22 && !warehouse
    const address = warehouse
      ? `Zona Industriale ${random.int(1, 60)}`
      : motorway
        ? `Autostrada A${random.pick([1, 4, 14, 22])} km ${random.int(20, 600)}`
        : streetOf(random)
    const brand = warehouse ? OWN_BRAND : random.weighted(brands)
    const title = warehouse ? 'Deposito' : brand === OWN_BRAND ? 'Stazione' : brand
    const gpl = !warehouse && (place === 1 || random.chance(0.35))
    const videoSurveillance = gpl || random.chance(0.75)
    const selfGPL = gpl && random.chance(0.45)
    const serve = !warehouse && (place < 2 || random.chance(0.8))
    const landlord = random.chance(0.3) ? companyOf(random, 5_000 + place).name : null
    const opened_at = odd === 'opening' ? null : addDays(asOf, -random.int(800, 13_000))
    return {
      id: place + 1,
      code,
      name: `${title} ${town.name} – ${shortStreet(address)}`,
      address,
      cap: town.cap,
      city: town.name,
      province: town.province,
      region: town.region,
      ...(odd === 'unplaced' ? { latitude: null, longitude: null } : near(random, town)),
      email: `${code.toLowerCase()}@example.it`,
      self: !warehouse && (place < 2 || !serve || random.chance(0.95)),
      serve,
      serveGPL: gpl,
      selfGPL,
      maintenanceCompany: random.chance(0.85) ? companyOf(random, 6_000 + place).name : null,
      hasRent: landlord !== null,
      landlord,
      rent_amount: landlord ? random.int(12, 60) * 100 : null,
      rent_expiration: landlord ? addDays(asOf, random.int(20, 2_200)) : null,
      owned: landlord === null && random.chance(0.7),
      suitableForTruck: motorway || random.chance(0.35),
      margin: warehouse ? null : random.real(0.08, 0.22, 3),
      register: `${town.province}/${random.int(1_000, 9_999)}/${yearOf(opened_at ?? asOf)}`,
      register_telematic: !serve && !warehouse,
      localUnit: `${town.province}-${random.chars(6, DIGITS)}`,
      license: `IT00${town.province}Y${random.chars(5, DIGITS)}${random.chars(1, UPPER)}`,
      videoSurveillance,
      videoSurveillanceNote:
        videoSurveillance && random.chance(0.4) ? `${random.int(4, 12)} telecamere, registrazione ${random.int(3, 7)} giorni` : null,
      is_warehouse: warehouse,
      status: (odd && STATUS[odd]) ?? 'active',
      brand,
      kind: motorway ? 'autostradale' : kindOf(address),
      // Far from the numbers the ministry has given so far.
      mise_id: warehouse ? null : 900_001 + place,
      icad_code: warehouse ? null : `IC${random.chars(5, DIGITS)}${String(place).padStart(3, '0')}`,
      opened_at,
      closed_at: odd === 'dismissed' ? addDays(asOf, -random.int(60, 400)) : null,
      note: place === 0 ? 'Accesso mezzi pesanti solo dal lato nord.' : null,
      phones:
        odd === 'unplaced'
          ? []
          : [
              { number: landlineOf(random, town.region), type: 'fisso' as const, label: 'Piazzale' },
              ...(random.chance(0.6) ? [{ number: mobileOf(random), type: 'mobile' as const, label: 'Gestore' }] : []),
              ...(random.chance(0.1) ? [{ number: mobileOf(random), type: 'emergenza' as const, label: 'Reperibilità' }] : []),
            ],
    }
  })
}
export type SeedStation = ReturnType<typeof seedStations>[number]

/** Rows of `station_phones`. */
export const seedPhones = (stations: readonly SeedStation[]) =>
  numbered(stations.flatMap(({ id, phones }) => phones.map((phone) => ({ station_id: id, ...phone }))))

/** Rows of `station_fuels`: what each station sells and how. A depot holds petrol, diesel and AdBlue but sells none. */
export function seedStationFuels({ seed }: SeedOptions, stations: readonly SeedStation[]) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'station_fuels', station.id)
      const chosen: [FuelCode, number][] = [
        ['BZ', 1],
        ['GA', 1],
        ['GP', station.serveGPL || station.selfGPL ? 1 : 0],
        ['ME', station.id === 3 ? 1 : 0.08],
        ['HV', 0.3],
        ['B1', 0.12],
        ['DP', 0.55],
        ['AG', station.suitableForTruck ? 0.06 : 0.02],
        ['AB', station.suitableForTruck ? 0.5 : 0.12],
        ['GN', station.suitableForTruck ? 0.05 : 0],
      ]
      const sold = station.is_warehouse
        ? (['BZ', 'GA', 'AB'] as const)
        : chosen.flatMap(([code, chance]) => (random.chance(chance) ? [code] : []))
      return sold.map((code) => ({
        station_id: station.id,
        fuel_id: fuelId(code),
        self: code === 'GP' ? station.selfGPL : code === 'ME' ? false : station.self,
        serve: code === 'GP' ? station.serveGPL : code === 'ME' ? true : code === 'AB' ? !station.self : station.serve,
        active: !station.is_warehouse,
      }))
    }),
  )
}
export type SeedStationFuel = ReturnType<typeof seedStationFuels>[number]

/** How often a service is found, in percent; the others are rare. */
const usual: Record<string, number> = {
  Bar: 55,
  Market: 35,
  WC: 85,
  'WC disabili': 60,
  Gonfiaggio: 80,
  Aspirapolvere: 45,
  'Lavaggio a spazzole': 30,
  'Lavaggio self': 25,
  Bancomat: 12,
  'Wi-Fi': 25,
  Tabacchi: 20,
  'Bombole GPL': 15,
}
/** Rows of `station_services`. */
export function seedStationServices({ seed }: SeedOptions, stations: readonly SeedStation[]) {
  return numbered(
    stations
      .filter((station) => !station.is_warehouse)
      .flatMap((station) => {
        const random = stream(seed, 'station_services', station.id)
        return available_services
          .filter(({ name }) => {
            const heavy = name === 'Parcheggio camion' || name === 'Docce'
            const drawn = random.chance((usual[name] ?? 8) / 100)
            return heavy ? station.suitableForTruck && drawn : drawn
          })
          .map(({ name }) => ({
            station_id: station.id,
            available_service_id: serviceId(name),
            note: name === 'Bar' && random.chance(0.2) ? 'Chiuso la domenica' : null,
          }))
      }),
  )
}

/** Gives rows their ids, from 1 in order. */
export const numbered = <Row extends object>(rows: readonly Row[]): (Row & { id: number })[] =>
  rows.map((row, place) => ({ id: place + 1, ...row }))
