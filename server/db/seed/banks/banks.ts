import { addDays } from '../../../domain/shared/days.ts'
import { ibanOf, landlineOf, personOf } from '../invented.ts'
import { stream } from '../random.ts'
import { numbered, type SeedOptions, type SeedStation } from '../stations/stations.ts'
import { towns } from '../towns.ts'

/** Invented banks with codes of the shape of real ones. */
const names: readonly (readonly [name: string, abi: string])[] = [
  ['Banca del Piazzale', '02008'],
  ['Cassa della Via Emilia', '03069'],
  ['Credito Adriatico Demo', '05034'],
  ['Banca Appennina', '05387'],
  ['Banco dei Due Mari', '07601'],
  ['Cassa Rurale del Garda Demo', '01030'],
  ['Credito Tirreno', '08327'],
  ["Banca Popolare dell'Autostrada", '03069'],
]
export const BANKS = names.length

/** Rows of `banks` and of their `bank_cards`: an alias or the last four digits, never a full number. */
export function seedBanks({ seed, asOf }: SeedOptions, stations: readonly SeedStation[]) {
  const banks = names.map(([name, abi], place) => {
    const random = stream(seed, 'banks', place)
    const town = random.pick(towns)
    const contact = personOf(random, asOf, 8_000 + place)
    return {
      id: place + 1,
      name,
      note: place === 0 ? 'Versamenti in cassa continua entro le 9:00.' : null,
      abi,
      iban: ibanOf(random, abi),
      branch: `Filiale di ${town.name}`,
      contact: `${contact.name} ${contact.lastname}`,
      phone: landlineOf(random, town.region),
      email: `filiale${place + 1}@example.it`,
      active: place !== BANKS - 1,
    }
  })
  const bank_cards = numbered(
    banks.flatMap((bank) => {
      const random = stream(seed, 'bank_cards', bank.id)
      return Array.from({ length: random.int(2, 5) }, () => {
        const kind = random.weighted([
          ['versamento', 60],
          ['aziendale', 30],
          ['carburante', 10],
        ] as const)
        const holder = personOf(random, asOf, 9_000)
        const station = random.pick(stations)
        const last4 = random.chars(4, '0123456789')
        return {
          bank_id: bank.id,
          number: kind === 'versamento' ? `Versamento ${station.code} ${last4}` : `•••• ${last4}`,
          kind,
          station_id: kind === 'versamento' ? station.id : null,
          holder: kind === 'versamento' ? null : `${holder.name} ${holder.lastname}`,
          expires_at: addDays(asOf, random.int(-60, 1_400)),
          note: null,
          active: random.chance(0.92),
        }
      })
    }),
  )
  return { banks, bank_cards }
}
