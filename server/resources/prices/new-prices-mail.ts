import { eq } from 'drizzle-orm'
import type { Price } from '../../../src/contract/prices/prices.ts'
import { priceModes } from '../../../src/contract/stations/stations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { managerAddresses } from '../stations/managers.ts'

const euro = (price: number) => `${price.toFixed(3).replace('.', ',')} €`
const when = (at: string) => new Date(at).toLocaleString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })

/** Mails "Nuovi prezzi" with the previous prices to the station's managers, except to the person who published them. */
export async function mailManagers(station_id: number, made: readonly Price[], { db, user, origin, send }: Context): Promise<void> {
  const { code, name, city, province } = stations
  const [station] = await db.select({ code, name, city, province }).from(stations).where(eq(stations.id, station_id))
  const lines = made.map(
    ({ fuel, unit, mode, price, previous, valid_from }) =>
      `${fuel} ${priceModes[mode].toLowerCase()}: ${euro(price)}/${unit}${previous === null ? '' : ` (prima ${euro(previous)})`}, dal ${when(valid_from)}`,
  )
  const text = [
    `Nuovi prezzi per ${station!.code} ${station!.name}, ${station!.city} (${station!.province})`,
    `Pubblicati da: ${user.name}`,
    '',
    ...lines,
    '',
    `${origin}/prezzi?station_id=${station_id}`,
  ].join('\n')
  for (const { email } of await managerAddresses(db, { id: station_id, name: station!.name }))
    if (email !== user.email) await send({ kind: 'mail', to: email, subject: `Nuovi prezzi – ${station!.code} ${station!.name}`, text })
}
