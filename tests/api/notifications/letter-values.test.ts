import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../support/fixtures.ts'
import { completed, GOOD, makeModel } from '../support/inspection-fixtures.ts'
import { makeManagement, rossi } from '../support/management-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

interface Scene extends World {
  admin: Caller
  station: number
}
const made = async (who: Caller, path: string, body: object) => {
  const answer = await who.post(path, body)
  if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const customer = {
  ...{ kind: 'privato', name: 'Ugo', lastname: 'Neri', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Po 3', cap: '43100', city: 'Parma' },
  ...{ province: 'PR', code: 8_123, email: 'ugo@example.it' },
}
const MANAGER = rossi.email
/** By mail: makes what it tells of, with every value different, and gives the address it goes to. */
const letters: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  'a card that is blocked': async ({ admin, db }) => {
    const owner = await made(admin, '/customers', customer)
    const card = await made(admin, '/cards', { type: 'points', customer_id: owner.id, number: '1234567890123', plate: 'GA123BC' })
    await db.execute(sql`update cards set status = 'active' where id = ${card.id}`)
    await made(admin, '/cards/status', { id: card.id, status: 'blocked', reason: 'furto' })
    return customer.email
  },
  'new prices': async ({ admin, db, station }) => {
    await makeManagement(admin, station)
    await db.insert(station_fuels).values({ station_id: station, fuel_id: 1, self: true, serve: false })
    await db.insert(prices).values({ station_id: station, fuel_id: 1, mode: 'self', price: 1.789, valid_from: '2026-11-01T08:00:00Z' })
    await made(admin, '/prices', { station_id: station, prices: [{ fuel_id: 1, mode: 'self', price: 1.799 }], confirm: true })
    return MANAGER
  },
  'the verbale of a verifica': async ({ admin, as, station }) => {
    await makeManagement(admin, station)
    const ivan = await as('ispettore')
    const { id } = await completed(ivan, await makeModel(ivan, 'VALORI'), station, GOOD)
    await made(ivan, `/inspection/${id}/send`, {})
    return MANAGER
  },
  'an address that was changed': async ({ admin, as }) => {
    const { user_id } = await as('autista')
    await admin.edit(`/users/${user_id}`, { email: 'ugo.nuovo@example.it' })
    return 'ugo.nuovo@example.it'
  },
  'rights that were changed': async ({ admin, as }) => {
    const { user_id } = await as('autista')
    await admin.edit(`/users/${user_id}`, { roles: ['driver', 'messaging'] })
    return 'admin@demo.example.it'
  },
}
const due: Readonly<Record<string, readonly string[]>> = {
  'a card that is blocked': [
    'Tessera •••• 890123 bloccata',
    'Gentile Neri Ugo,',
    'la tessera •••• 890123 (targa GA123BC) è stata bloccata. Motivo: Furto.',
    'Fino a nuova comunicazione non può essere usata. Per ogni chiarimento contattare l’assistenza clienti.',
  ],
  'new prices': [
    'Nuovi prezzi – ZZ1 Ponte',
    'Nuovi prezzi per ZZ1 Ponte, Fidenza (PR)',
    'Pubblicati da: Anna Amministratrice',
    'Benzina self: 1,799 €/l (prima 1,789 €), dal 25/11/26, 10:00',
    'http://piazzale.test/prezzi?station_id={station}',
  ],
  'the verbale of a verifica': [
    '[Verifica {number}] Verbale – ZZ1 Ponte',
    'Verifica {number} – Modello VALORI',
    'Punto vendita: ZZ1 Ponte, Fidenza (PR)',
    'Ispettore: Ivan Ispettore',
    'In allegato il verbale di verifica in PDF.',
  ],
  'an address that was changed': [
    'Il tuo indirizzo email è stato modificato',
    'Ciao Ugo Autista,',
    "l'indirizzo del tuo account Piazzale era autista@demo.example.it e adesso è ugo.nuovo@example.it. Se non lo sapevi, avvisa subito l'amministratore.",
  ],
  'rights that were changed': [
    'Ruoli e permessi cambiati',
    'Anna Amministratrice ha cambiato ruoli e permessi di Ugo Autista (autista@demo.example.it).',
    'Prima: Autista, Visualizza documenti stazione',
    'Adesso: Autista, Comunicazioni, Visualizza documenti stazione',
  ],
}
/** Without the numbers that the seed decides. */
const steady = (text: string, station: number) =>
  text.replace(`station_id=${station}`, 'station_id={station}').replace(/Verifica \d{4}\/\d+/, 'Verifica {number}')
test.each(Object.entries(letters))('the mail about %s says each value under its name', (name, make) =>
  inWorld(
    async (world) => {
      world.lookAway()
      const admin = await world.as('admin')
      const station = (await makeStation(world.db, { code: 'ZZ1', name: 'Ponte' })).id
      const to = await make({ ...world, admin, station })
      await world.prints()
      const mail = (await world.mails()).filter((one) => one.to === to).at(-1)
      expect([mail?.subject, ...(mail?.text ?? '').split('\n').filter(Boolean)].map((text) => steady(text ?? '', station))).toEqual(
        due[name],
      )
    },
    () => new Date('2026-11-25T09:00:00Z'),
  ),
)
