import fsp from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { sync_queue } from '../../../server/db/schema/cards/sync.ts'
import { folder, lines, rowsOf } from '../support/host-folder.ts'
import { inWorld, type World } from '../support/world.ts'

const STATES = 'numero;stato;credito;punti;ultimo_uso'
const OPEN = 'L’ultima riga non è chiusa: il file resta finché è intero.'
const toldLongAgo = async ({ db }: World) => {
  await db.update(customers).set({ synced_at: '2099-01-01T00:00:00.000Z', sync_error: null })
  await db.update(cards).set({ synced_at: '2099-01-01T00:00:00.000Z', sync_error: null })
}
const said = (rows: { label: string; message: string }[]) => rows.map(({ label, message }) => `${label}: ${message}`)
/** Two active cards, and a reader of them. */
async function twoCards(world: World) {
  await toldLongAgo(world)
  const [one, other] = await world.db.select().from(cards).where(eq(cards.status, 'active')).orderBy(cards.id).limit(2)
  const card = async (id: number) => (await world.db.select().from(cards).where(eq(cards.id, id)))[0]!
  return { one: one!, other: other!, card }
}

test('a file that is half-written is left until it is whole, however slow its writer is, and is then taken once', () =>
  inWorld(async (world) => {
    const [conti, drop] = [await world.as('contabilita'), folder(world)]
    const { one, other, card } = await twoCards(world)
    const run = async () => said(await rowsOf(conti, world, '/sync-icad/all'))
    // Broken off within a word, at the end of a column, and after all columns but before the line's end.
    drop.put('icad', 'stato_tessere_1.csv', `${STATES}\r\n${one.number};Atti`)
    for (const more of ['va;10,00;', '5;20/11/2026']) {
      expect(await run()).toEqual([`stato_tessere_1.csv: in attesa: ${OPEN}`])
      expect([drop.list('icad/in'), drop.list('icad/error'), (await card(one.id)).points_balance]).toEqual([
        ['stato_tessere_1.csv'],
        [],
        one.points_balance,
      ])
      drop.append('icad', 'stato_tessere_1.csv', more)
    }
    expect(await run()).toEqual([`stato_tessere_1.csv: in attesa: ${OPEN}`])
    // Whole at last, but written to a moment ago.
    drop.append('icad', 'stato_tessere_1.csv', `\r\n${other.number};Attiva;20,00;7;\r\n`, 0)
    expect(await run()).toEqual(['Nessun dato da scambiare: Nulla da inviare e nessun file da leggere.'])
    drop.append('icad', 'stato_tessere_1.csv', '')
    expect(await run()).toContain('stato_tessere_1.csv: archiviazione: Importato: 2 righe.')
    expect([await card(one.id), await card(other.id)]).toMatchObject([
      { credit_balance: 10, points_balance: 5 },
      { credit_balance: 20, points_balance: 7 },
    ])
    expect(drop.list('icad/in')).toEqual([])
    expect((await run())[0]).toMatch(/Nulla da inviare/)
  }))

test('a file whose writer never closes the last line is taken after ten minutes; one that breaks off is set apart with its reason', () =>
  inWorld(async (world) => {
    const [conti, drop] = [await world.as('contabilita'), folder(world)]
    const { one, card } = await twoCards(world)
    drop.put('icad', 'stato_tessere_1.csv', `${STATES}\r\n${one.number};Attiva;10,00;5;20/11/2026`, { age: 10 * 60_000 + 5_000 })
    drop.put('icad', 'stato_tessere_2.csv', `${STATES}\r\n${one.number};Attiva;99`, { age: 10 * 60_000 + 5_000 })
    expect(said(await rowsOf(conti, world, '/sync-icad/all'))).toEqual(
      expect.arrayContaining([
        'stato_tessere_1.csv: archiviazione: Importato: 1 riga.',
        'stato_tessere_2.csv: archiviazione: Il file è incompleto: l’ultima riga è troncata.',
      ]),
    )
    expect(await card(one.id)).toMatchObject({ credit_balance: 10, points_balance: 5 })
    expect([drop.list('icad/in'), drop.list('icad/error').filter((name) => name.endsWith('.log')).length]).toEqual([[], 1])
  }))

test('what is written to a file while it is being read is not moved away unread', () =>
  inWorld(async (world) => {
    const [conti, drop] = [await world.as('contabilita'), folder(world)]
    const { one, other, card } = await twoCards(world)
    drop.put('infopoint', 'punti_1.csv', lines('numero;punti;data', `${one.number};120;2026-11-20`))
    const read = fsp.readFile
    const spy = vi.spyOn(fsp, 'readFile').mockImplementation((async (...given: Parameters<typeof read>) => {
      const bytes = await read(...given)
      spy.mockRestore()
      drop.append('infopoint', 'punti_1.csv', `${other.number};80;2026-11-20\r\n`)
      return bytes
    }) as typeof read)
    expect(said(await rowsOf(conti, world, '/infopoint/sync'))).toContain(
      'punti_1.csv: archiviazione: Il file è cambiato dopo la lettura: resta per la prossima.',
    )
    expect([drop.list('infopoint/in'), (await card(one.id)).points_balance]).toEqual([['punti_1.csv'], 120])
    await rowsOf(conti, world, '/infopoint/sync')
    expect([drop.list('infopoint/in'), (await card(other.id)).points_balance]).toEqual([[], 80])
  }))

test('an answer of ICAD that comes late, after a retry or a change, tells nothing for told and settles no conflict', () =>
  inWorld(async (world) => {
    const { db } = world
    const [conti, drop] = [await world.as('contabilita'), folder(world)]
    const { one, other, card } = await twoCards(world)
    const queued = async (id: number) =>
      (
        await db
          .select()
          .from(sync_queue)
          .where(and(eq(sync_queue.entity, 'card'), eq(sync_queue.entity_id, id)))
      )[0]
    // Told twice, as nobody had answered.
    for (const _ of [1, 2]) await rowsOf(conti, world, '/sync-icad/cards', { number: one.number })
    expect(await queued(one.id)).toMatchObject({ status: 'sent', tries: 2 })
    // Changed here after that; then comes the answer to what was told before.
    const changed = await conti.edit(`/cards/${one.id}`, { holder: 'Nuovo Intestatario' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await db.update(cards).set({ synced_at: '2026-01-01T00:00:00.000Z' }).where(eq(cards.id, one.id))
    drop.put('icad', 'stato_tessere_1.csv', lines(STATES, `${one.number};Attiva;;;`, `${other.number};Sospesa;;;`))
    await rowsOf(conti, world, '/sync-icad/customers', { customer_code: 1 })
    expect((await card(one.id)).synced_at, 'the change is still to be told').toBe('2026-01-01T00:00:00.000Z')
    const conflict = 'ICAD indica "Sospesa", qui la tessera è "Attiva".'
    expect([await queued(other.id), await card(other.id)]).toMatchObject([
      { status: 'conflict', error: conflict },
      { status: 'active', sync_error: conflict },
    ])
    // An answer that agrees, and one that is the same as the first, come later still: the conflict is for a person.
    drop.put('icad', 'stato_tessere_2.csv', lines(STATES, `${other.number};Attiva;;;`))
    await rowsOf(conti, world, '/sync-icad/customers', { customer_code: 1 })
    expect([await queued(other.id), await card(other.id)]).toMatchObject([
      { status: 'conflict', error: conflict },
      { status: 'active', sync_error: conflict },
    ])
    const { id } = (await queued(other.id))!
    expect((await conti.post(`/hosts/queue/${id}`, { keep: 'ours' })).status).toBe(200)
    expect(await card(other.id)).toMatchObject({ sync_error: null })
    // The change is told by the next run of all.
    await rowsOf(conti, world, '/sync-icad/all')
    const written = drop.list('icad/out').filter((name) => name.startsWith('tessere_'))
    expect(written.some((name) => drop.read(`icad/out/${name}`).includes('Nuovo Intestatario'))).toBe(true)
  }))

test('a customer that was changed here after SIV was heard is not overwritten by an answer that comes late: it is a conflict, whichever file brings it', () =>
  inWorld(async (world) => {
    const { db, runs } = world
    const [conti, drop] = [await world.as('contabilita'), folder(world)]
    const body = { kind: 'privato', name: 'Mario', lastname: 'Rossi', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Roma 1' }
    const made = (await conti.post('/customers', { ...body, cap: '43036', city: 'Fidenza', province: 'PR' })).body.data
    const row = async () => (await db.select().from(customers).where(eq(customers.id, made.id)))[0]!
    const head = 'codice;tipo;denominazione;cf;piva;indirizzo;cap;citta;prov;email;attivo'
    const line = (address: string) => `${made.code};privato;Rossi Mario;RSSMRA85T10A562S;;${address};43036;Fidenza;PR;;S`
    const heard = async (name: string, address: string) => {
      drop.put('siv', name, lines(head, line(address)))
      expect((await conti.post('/customers/siv-sync-range', { from: made.code, to: made.code })).status).toBe(204)
      await runs()
    }
    await heard('anagrafica_2.csv', 'Via Po 9')
    expect((await row()).address).toBe('Via Po 9')
    await db
      .update(customers)
      .set({ synced_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' })
      .where(eq(customers.id, made.id))
    expect((await conti.edit(`/customers/${made.id}`, { address: 'Via Nostra 1' })).status).toBe(200)
    for (const [name, address] of [
      ['anagrafica_1.csv', 'Via Vecchia 2'],
      ['anagrafica_3.csv', 'Via Po 9 '],
    ] as const) {
      await heard(name, address)
      expect(await row()).toMatchObject({ address: 'Via Nostra 1', sync_error: 'Modificato sia qui sia su SIV: address.' })
    }
    const { data } = (await conti.get('/hosts/queue?status=conflict&host=siv')).body.data
    expect(data).toMatchObject([{ entity: 'customer', entity_id: made.id }])
  }))
