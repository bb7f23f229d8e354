import { eq } from 'drizzle-orm'
import type { Price } from '../../../src/contract/prices/prices.ts'
import { priceModes } from '../../../src/contract/stations/stations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { managerAddresses } from '../stations/managers.ts'

const euro = (price: number) => `${price.toFixed(3).replace('.', ',')} €`
export const when = (at: string) =>
  new Date(at).toLocaleString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })

const seriesOf = ({ fuel, mode }: Price) => `${fuel} ${priceModes[mode].toLowerCase()}`
type Telling = Pick<Context, 'db' | 'user' | 'origin' | 'send'>
/** Mails the managers of a station about its prices, except the person who changed them. */
async function tellManagers(station_id: number, title: string, by: string, lines: readonly string[], { db, user, origin, send }: Telling) {
  const { code, name, city, province } = stations
  const [station] = await db.select({ code, name, city, province }).from(stations).where(eq(stations.id, station_id))
  const text = [
    `${title} per ${station!.code} ${station!.name}, ${station!.city} (${station!.province})`,
    `${by}: ${user.name}`,
    '',
    ...lines,
    '',
    `${origin}/prezzi?station_id=${station_id}`,
  ].join('\n')
  for (const { email } of await managerAddresses(db, { id: station_id, name: station!.name }))
    if (email !== user.email) await send({ kind: 'mail', to: email, subject: `${title} – ${station!.code} ${station!.name}`, text })
}
/** "Nuovi prezzi", with the previous prices. */
export const mailManagers = (station_id: number, made: readonly Price[], context: Telling): Promise<void> =>
  tellManagers(
    station_id,
    'Nuovi prezzi',
    'Pubblicati da',
    made.map(
      (one) =>
        `${seriesOf(one)}: ${euro(one.price)}/${one.unit}${one.previous === null ? '' : ` (prima ${euro(one.previous)})`}, dal ${when(one.valid_from)}`,
    ),
    context,
  )
/** "Prezzo annullato": whoever was mailed a price must not go on showing it. */
export const mailRemoval = (station_id: number, gone: Price, context: Telling): Promise<void> =>
  tellManagers(
    station_id,
    'Prezzo annullato',
    'Annullato da',
    [
      `${seriesOf(gone)}: non vale più ${euro(gone.price)}/${gone.unit}, dal ${when(gone.valid_from)}.`,
      gone.previous === null ? 'Non c’è un prezzo precedente.' : `Vale il prezzo di prima: ${euro(gone.previous)}/${gone.unit}.`,
    ],
    context,
  )
