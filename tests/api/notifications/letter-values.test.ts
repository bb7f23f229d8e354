import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notification_times } from '../../../server/db/schema/notifications/notifications.ts'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { codeAt, fromBase32, stepAt } from '../../../server/domain/people/one-time-code.ts'
import { notify } from '../../../server/resources/notifications/notify.ts'
import { sendHeldNotices } from '../../../server/resources/notifications/send-held-notices.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { makeStation } from '../support/fixtures.ts'
import { completed, GOOD, makeModel } from '../support/inspection-fixtures.ts'
import { makeManagement, rossi } from '../support/management-fixtures.ts'
import { type Caller, inWorld, PASSWORD, type World } from '../support/world.ts'

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
  'a price that was taken back': async ({ admin, db, station }) => {
    await makeManagement(admin, station)
    await db.insert(station_fuels).values({ station_id: station, fuel_id: 1, self: true, serve: false })
    await db.insert(prices).values({ station_id: station, fuel_id: 1, mode: 'self', price: 1.789, valid_from: '2026-11-01T08:00:00Z' })
    const body = { station_id: station, prices: [{ fuel_id: 1, mode: 'self', price: 1.799 }], confirm: true }
    const [now] = (await made(admin, '/prices', body)).prices
    expect((await admin.del(`/prices/${station}/${now.id}`)).status).toBe(204)
    return MANAGER
  },
  'the credentials of the portal': async ({ admin }) => {
    const owner = await made(admin, '/customers', customer)
    await made(admin, `/customers/${owner.id}/account`, {})
    return customer.email
  },
  'the tank of a GPL card that ends': async ({ admin, db, deps }) => {
    const owner = await made(admin, '/customers', customer)
    const card = await made(admin, '/cards', { type: 'points', customer_id: owner.id, number: '1234567890123', plate: 'GA123BC' })
    const gpl = sql`type = 'gpl', status = 'active', tank_expiration = '2026-12-24'`
    await db.execute(sql`update cards set ${gpl} where id = ${card.id}`)
    await remindOfDue({ db, jobs: deps.jobs, origin: deps.origin, now: new Date('2026-11-25T09:00:00Z') })
    return customer.email
  },
  'what a digest has gathered': async ({ as, db, deps }) => {
    const { user_id } = await as('helpdesk')
    await db.insert(notification_times).values({ user_id, digest: true, digest_hour: 9 })
    const told = {
      event: 'job_failed',
      subject: { type: 'job', id: 1, link: '/storico-job/1' },
      text: 'Testo.',
      mayRead: () => true,
    } as const
    const teller = (now: string) => ({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(now) })
    for (const [title, reason] of [
      ['Importazione non riuscita', 'Hai avviato l’operazione.'],
      ['Sincronizzazione non riuscita', 'Segui le operazioni.'],
    ])
      await notify({ ...told, title: title!, people: [{ user_id, reason: reason! }] }, teller('2026-11-25T09:00:00Z'))
    await sendHeldNotices(teller('2026-11-26T08:01:00Z'))
    return 'helpdesk@demo.example.it'
  },
  'a password that was chosen': async ({ as }) => {
    const driver = await as('autista')
    const chosen = { password: 'cavallo batteria graffetta', password_confirmation: 'cavallo batteria graffetta' }
    expect((await driver.put('/users/password', { current_password: PASSWORD, ...chosen })).status).toBe(200)
    return 'autista@demo.example.it'
  },
  'a link for a new password, made for somebody': async ({ admin, as }) => {
    const { user_id } = await as('autista')
    await made(admin, `/users/${user_id}/link`, {})
    return 'autista@demo.example.it'
  },
  'the second factor that was set up': async ({ as, deps }) => {
    const driver = await as('autista')
    const { secret } = await made(driver, '/auth/second-factor', { current_password: PASSWORD })
    await made(driver, '/auth/second-factor/confirm', { code: codeAt(fromBase32(secret.replaceAll('-', '')), stepAt(deps.now())) })
    return 'autista@demo.example.it'
  },
  'an access that somebody does not recognise': async ({ as }) => {
    await made(await as('autista'), '/auth/not-me', {})
    return 'admin@demo.example.it'
  },
  'the link after it': async ({ as }) => {
    await made(await as('autista'), '/auth/not-me', {})
    return 'autista@demo.example.it'
  },
  'an invitation': async ({ admin }) => {
    await made(admin, '/users', { name: 'Ada Nuova', email: 'ada@example.it', roles: ['driver'] })
    return 'ada@example.it'
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
  'a price that was taken back': [
    'Prezzo annullato – ZZ1 Ponte',
    'Prezzo annullato per ZZ1 Ponte, Fidenza (PR)',
    'Annullato da: Anna Amministratrice',
    'Benzina self: non vale più 1,799 €/l, dal 25/11/26, 10:00.',
    'Vale il prezzo di prima: 1,789 €/l.',
    'http://piazzale.test/prezzi?station_id={station}',
  ],
  'the credentials of the portal': [
    'Credenziali del portale tessere',
    'Gentile Neri Ugo,',
    'le credenziali per il portale delle tessere sono:',
    'Utente: C008123',
    'Password: {password}',
    'Al primo accesso verrà chiesto di scegliere una nuova password.',
  ],
  'the tank of a GPL card that ends': [
    'Serbatoio GPL in scadenza – GA123BC',
    'Gentile Neri Ugo,',
    'il serbatoio GPL del veicolo targato GA123BC scade il 24/12/2026: dopo quel giorno la tessera GPL che termina con 0123 non si può più usare.',
    'Per continuare a usarla, sostituire il serbatoio e presentare una richiesta di rinnovo con i nuovi documenti.',
  ],
  'what a digest has gathered': [
    'Riepilogo: 2 notifiche',
    'Importazione non riuscita',
    'http://piazzale.test/storico-job/1',
    'Perché: Hai avviato l’operazione.',
    'Sincronizzazione non riuscita',
    'http://piazzale.test/storico-job/1',
    'Perché: Segui le operazioni.',
    'Ricevi un riepilogo al giorno per tua scelta: http://piazzale.test/utenti/profilo',
  ],
  'a password that was chosen': [
    'La tua password è stata modificata',
    'Ciao Ugo Autista,',
    "la password del tuo account Piazzale è stata modificata. Se non sei stato tu, avvisa subito l'amministratore.",
  ],
  'a link for a new password, made for somebody': [
    'Link per una nuova password',
    'Ciao Ugo Autista,',
    "Anna Amministratrice ha creato un link per scegliere una nuova password del tuo account Piazzale, da consegnarti a mano. Se non lo sapevi, avvisa subito l'amministratore.",
  ],
  'the second factor that was set up': [
    'Verifica in due passaggi del tuo account',
    'Ciao Ugo Autista,',
    "la verifica in due passaggi del tuo account è attiva. Se non ne sai nulla, avvisa subito l'amministratore.",
  ],
  'an access that somebody does not recognise': [
    'Accesso non riconosciuto',
    "Ugo Autista (autista@demo.example.it) segnala un accesso al proprio account che non riconosce. L'account è stato disconnesso da tutti i dispositivi e la password non vale più.",
  ],
  'the link after it': [
    'Reimposta la password',
    'Ciao Ugo Autista,',
    "per scegliere una nuova password apri questo indirizzo entro un'ora:",
    'http://piazzale.test/auth/reset-password?token={token}',
    "Se non l'hai chiesto tu, ignora questa email.",
  ],
  'an invitation': [
    'Invito a Piazzale',
    'Ciao Ada Nuova,',
    'per te è stato creato un account Piazzale. Per attivarlo e scegliere la password apri questo indirizzo entro 7 giorni:',
    'http://piazzale.test/auth/register?token={token}',
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
/** Without what the seed or chance decides. */
const steady = (text: string, station: number) =>
  text
    .replace(`station_id=${station}`, 'station_id={station}')
    .replace(/Verifica \d{4}\/\d+/, 'Verifica {number}')
    .replace(/(?<=^Password: )\S{10}$/, '{password}')
    .replace(/(?<=token=)\S{43}$/, '{token}')
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
