import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { dayInRome } from '../../../server/domain/shared/rome-time.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { inDays } from '../../resources/days.ts'
import { makeStation } from '../support/fixtures.ts'
import { bianchi, company, contractOf, makeCash, makeManagement, makeManager, rossi, terms } from '../support/management-fixtures.ts'
import { inWorld, PASSWORD, type World } from '../support/world.ts'

const OVERLAPS = 'Esiste già una gestione attiva per questo punto vendita nel periodo indicato.'
const scene = async (world: World) => {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  return { station, admin: await world.as('admin') }
}
const due = async ({ db }: World, id: number) =>
  (
    await db
      .select()
      .from(expirations)
      .where(and(eq(expirations.subject_type, 'management'), eq(expirations.subject_id, id)))
      .orderBy(expirations.id)
  ).map(({ date, status, notify_days, type }) => [date, status, type, ...notify_days])

test('who may not write managements is refused, and nothing stays: accounting, managers, and who may only read the station', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { id } = await makeManager(admin)
    for (const name of ['contabilita', 'gestore', 'lettura.rete', 'helpdesk', 'dipendente'])
      expect((await (await world.as(name)).post('/managements', contractOf(station.id, id))).status, name).toBe(403)
    // Not one of the stations of this network manager.
    expect((await (await world.as('rete')).post('/managements', contractOf(station.id, id))).status).toBe(404)
    expect(await world.db.$count(managements, eq(managements.station_id, station.id))).toBe(0)
  }))

test('no two managements of a station overlap, by a day either; the next may begin on the day the last ends', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { manager, management } = await makeManagement(admin, station.id)
    const overlapping = { from: '2031-12-31', expirationManager: '2037-12-31' }
    const refused = await admin.post('/managements', contractOf(station.id, manager.id, overlapping))
    expect([refused.status, refused.body.error]).toEqual([409, OVERLAPS])
    const next = await admin.post(
      '/managements',
      contractOf(station.id, manager.id, { from: '2032-01-01', expirationManager: '2038-01-01' }),
    )
    expect(next.status).toBe(201)
    const renewed = await admin.put(`/managements/${management.id}/renew`, { rev: management.rev, expirationManager: '2032-01-02' })
    expect([renewed.status, renewed.body.error]).toEqual([409, OVERLAPS])
    // Without an end it would go on for ever.
    const endless = contractOf(station.id, manager.id, { type: 'diretta', from: '2025-01-01', expirationManager: null })
    expect((await admin.post('/managements', endless)).body.error).toBe(OVERLAPS)
  }))

test('a contract names what it needs: an end after its beginning, a PEC where the code is 0000000, a manager and a station that exist', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { id } = await makeManager(admin)
    const refused = async (more: object) => (await admin.post('/managements', contractOf(station.id, id, more))).body.error
    expect(await refused({ expirationManager: null })).toEqual({ expirationManager: 'Il campo Scadenza gestione è obbligatorio.' })
    expect(await refused({ expirationManager: '2026-01-01' })).toEqual({
      expirationManager: 'La data di fine deve essere successiva alla data di inizio.',
    })
    expect(await refused({ sdi: '0000000' })).toEqual({ pec: 'Con codice SDI 0000000 è necessario indicare la PEC.' })
    expect(await refused({ manager_id: 999_999 })).toEqual({ manager_id: 'Il valore selezionato per Gestore non esiste.' })
    expect(await refused({ from: '2026-02-29' })).toEqual({ from: 'Il campo Dal non contiene una data valida.' })
    expect((await admin.post('/managements', contractOf(999_999, id))).status).toBe(404)
    const leap = await admin.post('/managements', contractOf(station.id, id, { from: '2028-02-29', expirationManager: '2034-02-28' }))
    expect(leap.body.data).toMatchObject({ from: '2028-02-29', status: 'future', ended_at: null, writable: true })
  }))

test('with a management come cash, remuneration and obligations, all or nothing, and the expiration of the contract', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { id: manager_id } = await makeManager(admin)
    const beside = {
      cash: { cashFundAmount: 2500, cashFundDate: '2026-01-01' },
      first_remuneration: terms,
      given_obligations: [{ obligation_id: 1, due_date: '2026-12-31' }, { obligation_id: 2 }],
    }
    const wrong = { ...beside, given_obligations: [{ obligation_id: 999_999 }] }
    const refused = await admin.post('/managements', contractOf(station.id, manager_id, wrong))
    expect([refused.status, refused.body.error]).toEqual([422, { obligations: 'Il valore selezionato per Obbligo non esiste.' }])
    expect(await world.db.$count(managements, eq(managements.station_id, station.id))).toBe(0)

    const made = (await admin.post('/managements', contractOf(station.id, manager_id, beside))).body
    expect(made).toMatchObject({
      message: 'Gestione creata',
      data: {
        ...company,
        ...{ status: 'active', cash_balance: 2500, cashFund: { cashFundAmount: 2500, kind: 'consegna' } },
        remuneration: { fixed: 500, perLiter: 0.03, valid_from: '2026-01-01' },
        manager: { id: manager_id, name: 'Mario', lastname: 'Rossi' },
      },
    })
    expect(made.data.obligations.map(({ obligation_id, due_date }: never) => [obligation_id, due_date])).toEqual([
      [1, '2026-12-31'],
      [2, null],
    ])
    expect(await due(world, made.data.id)).toEqual([['2032-01-01', 'open', 'contratto', 90, 30, 0]])
    // Who may not write money cannot bring it along.
    const stazione = await world.as('stazione')
    await world.db.update(users).set({ all_stations: true }).where(eq(users.id, stazione.user_id))
    const later = contractOf(station.id, manager_id, { ...beside, from: '2033-01-01', expirationManager: '2039-01-01' })
    expect((await stazione.post('/managements', later)).status).toBe(403)
  }))

test('what is noted of a management is changed; what its contract says stays', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { management } = await makeManagement(admin, station.id)
    const noted = await admin.edit(`/managements/${management.id}`, { note: 'Chiavi in cassaforte' })
    expect([noted.status, noted.body.data]).toEqual([200, { ...management, note: 'Chiavi in cassaforte', rev: 2 }])
  }))

test('a management is renewed, and ends: the expiration goes, the cash comes back, and it is changed no more', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { management } = await makeManagement(admin, station.id)
    await makeCash(admin, management.id, { cashFundAmount: 800 })
    const earlier = await admin.put(`/managements/${management.id}/renew`, { rev: 1, expirationManager: '2031-01-01' })
    expect(earlier.body.error).toEqual({ expirationManager: 'La nuova scadenza deve essere successiva a quella attuale.' })
    const renewed = (await admin.put(`/managements/${management.id}/renew`, { rev: 1, expirationManager: '2038-01-01' })).body
    expect(renewed).toMatchObject({ message: 'Gestione rinnovata', data: { expirationManager: '2038-01-01', rev: 2 } })
    expect(await due(world, management.id)).toEqual([['2038-01-01', 'open', 'contratto', 90, 30, 0]])
    const before = await admin.put(`/managements/${management.id}/end`, { rev: 2, ended_at: '2025-12-31', end_reason: 'Recesso' })
    expect(before.body.error).toEqual({ ended_at: 'La data di fine deve essere successiva alla data di inizio.' })
    const ending = { rev: 2, ended_at: inDays(0), end_reason: 'Recesso', return_cash: true }
    const ended = (await admin.put(`/managements/${management.id}/end`, ending)).body
    expect(ended).toMatchObject({ message: 'Gestione cessata', data: { status: 'ended', ended_at: inDays(0), cash_balance: 0 } })
    expect(await due(world, management.id)).toEqual([['2038-01-01', 'cancelled', 'contratto', 90, 30, 0]])
    expect((await admin.get(`/cash?management=${management.id}`)).body.data[0]).toMatchObject({ kind: 'restituzione', cashFundAmount: 800 })
    for (const [verb, body] of [
      ['renew', { expirationManager: '2050-01-01' }],
      ['end', { ended_at: inDays(0), end_reason: 'Di nuovo' }],
    ] as const)
      expect((await admin.put(`/managements/${management.id}/${verb}`, { rev: 3, ...body })).body.error).toBe('La gestione è cessata.')
    expect((await admin.put(`/managements/${management.id}`, { rev: 3, note: 'Tardi' })).status).toBe(409)
  }))

test('a handover ends one management and begins the next in one step, or does neither', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { management } = await makeManagement(admin, station.id)
    const { id: next } = await makeManager(admin, bianchi)
    const replaces = { id: management.id, rev: management.rev, end_reason: 'Subentro' }
    const body = contractOf(station.id, next, { from: '2026-06-01', expirationManager: '2032-06-01', replaces })
    await makeCash(admin, management.id)
    const early = { from: inDays(2), replaces: { ...replaces, return_cash: true } }
    expect((await admin.post('/managements', { ...body, ...early })).body.error).toEqual({
      return_cash: 'La restituzione si registra dal giorno della cessazione.',
    })
    const stale = await admin.post('/managements', { ...body, replaces: { ...replaces, rev: 7 } })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
    expect((await admin.get(`/managements/${management.id}`)).body.data).toMatchObject({ ended_at: null, rev: 1 })
    const made = (await admin.post('/managements', body)).body.data
    expect(made).toMatchObject({ from: '2026-06-01', manager: { id: next } })
    expect((await admin.get(`/managements/${management.id}`)).body.data).toMatchObject({ ended_at: '2026-06-01', end_reason: 'Subentro' })
    expect((await admin.get(`/stations/${station.id}`)).body.data.manager).toBe('Anna Bianchi')
  }))

test('a management with cash or with obligations that were done is not deleted; a station with one is neither deleted nor dismissed', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { management } = await makeManagement(admin, station.id, { given_obligations: [{ obligation_id: 1 }] })
    const { id: cash } = await makeCash(admin, management.id)
    const held = await admin.del(`/managements/${management.id}`)
    expect([held.status, held.body.error]).toEqual([409, 'Registrare prima la restituzione del fondo cassa.'])
    await admin.del(`/cash/${cash}`)
    expect((await admin.post(`/stations/status/${station.id}`, { status: 'dismissed', reason: 'Chiuso' })).body.error).toBe(
      'Chiudere prima la gestione attiva.',
    )
    expect((await admin.del(`/stations/${station.id}`)).status).toBe(409)
    const [obligation] = (await admin.get(`/management-obligations?management_id=${management.id}`)).body.data
    await admin.upload(`/management-obligations/${obligation.id}/done`, [], { done_at: '2026-02-01' })
    expect((await admin.del(`/managements/${management.id}`)).body.error).toBe('Impossibile eliminare: 1 obblighi adempiuti collegati.')
    await world.db.delete(managements).where(eq(managements.id, management.id))
    const again = await admin.post('/managements', contractOf(station.id, management.manager_id as number))
    expect((await admin.del(`/managements/${again.body.data.id}`)).status).toBe(204)
    expect((await admin.del(`/managements/${again.body.data.id}`)).status).toBe(204)
    expect(await due(world, again.body.data.id)).toEqual([['2032-01-01', 'cancelled', 'contratto', 90, 30, 0]])
  }))

test('the account of a manager is verified and aligned, and reaches the station while the management runs', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { manager, management } = await makeManagement(admin, station.id)
    const url = `/managements/verification/${station.id}/${manager.id}`
    const no = {
      exists: false,
      active: false,
      hasManagerRole: false,
      hasStation: false,
      hasToken: false,
      isSameName: false,
      isSameCf: false,
    }
    expect((await admin.get(url)).body.data).toEqual({ account: no, manager_exists: true })
    expect(await admin.get(`/managements/verification/${station.id}/999999`)).toMatchObject({
      ...{ status: 200, body: { data: { account: no, manager_exists: false } } },
    })
    const aligned = (await admin.post(`/managements/${management.id}/align`)).body
    expect(aligned).toMatchObject({ message: 'Account allineato', data: { invited: true } })
    const [mail] = (await world.mails()).filter(({ to }) => to === 'mario.rossi@example.it')
    expect(mail?.text).toContain('/auth/register?token=')
    const yes = { ...no, exists: true, active: true, hasManagerRole: true, hasStation: true, isSameName: true, isSameCf: true }
    expect((await admin.get(url)).body.data).toEqual({ account: yes, manager_exists: true })
    const { user_id } = aligned.data
    const [known] = await world.db.select().from(users).where(eq(users.email, 'admin@demo.example.it'))
    await world.db.update(users).set({ password_hash: known!.password_hash, email: 'mario@demo.example.it' }).where(eq(users.id, user_id))
    const mario = await world.as('mario')
    expect(PASSWORD).toBeTruthy()
    expect((await mario.get(`/managements/${management.id}`)).status).toBe(200)
    expect((await mario.get('/managers')).body.data.data.map(({ id }: { id: number }) => id)).toEqual([manager.id])
    expect((await mario.get(`/stations/${station.id}`)).status).toBe(200)
    // Those of others are as if they were not there.
    const [other] = (await admin.get('/managements?status=active')).body.data.data.filter(({ id }: { id: number }) => id !== management.id)
    expect((await mario.get(`/managements/${other.id}`)).status).toBe(404)
    await admin.put(`/managements/${management.id}/end`, { rev: 1, ended_at: addDays(dayInRome(new Date()), -1), end_reason: 'Recesso' })
    expect((await mario.get(`/stations/${station.id}`)).status).toBe(404)
  }))

test('a manager reaches the station from the first day of the management to its last, by that day alone', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const gestore = await world.as('gestore')
    const { manager, management } = await makeManagement(admin, station.id, { from: inDays(1), expirationManager: inDays(400) })
    await world.db.update(managers).set({ user_id: null }).where(eq(managers.user_id, gestore.user_id))
    await world.db.update(managers).set({ user_id: gestore.user_id }).where(eq(managers.id, manager.id))
    const reached = async (days: { from?: string; ended_at?: string }) => {
      await world.db.update(managements).set(days).where(eq(managements.id, management.id))
      const asked = [`/stations/${station.id}`, `/stations/${station.id}/prices`]
      return Promise.all(asked.map(async (path) => (await gestore.get(path)).status))
    }
    expect(await reached({ from: inDays(1) }), 'the day before').toEqual([404, 404])
    expect(await reached({ from: inDays(0) }), 'the first day').toEqual([200, 200])
    expect(await reached({ ended_at: inDays(1) }), 'the last day').toEqual([200, 200])
    expect(await reached({ ended_at: inDays(0) }), 'the day after').toEqual([404, 404])
  }))

test('aligning gives nobody an account of the office: not by its address, not by its codice fiscale', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const stazione = await world.as('stazione')
    await world.db.update(users).set({ all_stations: true }).where(eq(users.id, stazione.user_id))
    const office = { ...rossi, email: 'contabilita@demo.example.it' }
    const { management, manager } = await makeManagement(admin, station.id, {}, office)
    expect((await stazione.post(`/managements/${management.id}/align`)).status).toBe(403)
    const [before] = await world.db.select().from(users).where(eq(users.email, office.email))
    expect(before).toMatchObject({ roles: ['accounting'], fiscalCode: null })
    expect((await admin.post(`/managements/${management.id}/align`)).status).toBe(200)
    const [after] = await world.db.select().from(users).where(eq(users.email, office.email))
    // It keeps its name and stays without the codice fiscale, by which payslips are found.
    expect(after).toMatchObject({ roles: ['accounting', 'manager'], fiscalCode: null, name: before!.name })
    expect((await world.db.select().from(managers).where(eq(managers.id, manager.id)))[0]?.user_id).toBe(after!.id)
  }))

test('the list is filtered, sorted and read by the manager of the station alone; an IBAN is shown for a reason', () =>
  inWorld(async (world) => {
    const { station, admin } = await scene(world)
    const { management } = await makeManagement(admin, station.id, { iban: 'IT60X0542811101000000123456', expirationManager: inDays(20) })
    const [row] = (await admin.get('/managements?search=Rossi%20Carburanti')).body.data.data
    expect(row).toMatchObject({ id: management.id, status: 'expiring', iban: 'IT60 •••• 3456' })
    expect((await admin.get('/managements?sort=boh')).status).toBe(422)
    const shown = await admin.post(`/managements/${management.id}/reveal`, { reason: 'Bonifico' })
    expect(shown.body.data).toMatchObject({ iban: 'IT60X0542811101000000123456' })
    const told = (await admin.get(`/models/history?model=management&model_id=${management.id}`)).body.data.data
    expect(told[0]).toMatchObject({ event: 'revealed', new: { reason: 'Bonifico' }, user: { name: 'Anna Amministratrice' } })
    expect(JSON.stringify(told)).not.toContain('IT60X')
    for (const name of ['lettura.rete', 'lettura.conta'])
      expect((await (await world.as(name)).post(`/managements/${management.id}/reveal`, { reason: 'Vedere' })).status, name).toBe(403)
  }))
