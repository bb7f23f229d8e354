import { type AddressInfo, createServer } from 'node:net'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { coupon_orders, coupon_sendings, coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { readQr } from '../../../server/lib/files/qr-code.ts'
import { mailer } from '../../../server/lib/jobs/mail.ts'
import { orderStatuses } from '../../../src/contract/coupons/words.ts'
import { courseStatuses, requestStatuses } from '../../../src/contract/gpl/words.ts'
import { serialRefusal } from '../../../src/rules/coupons/serial.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { couponOrder as order } from '../support/coupon-fixtures.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const inTime = (work: (world: World) => Promise<void>) => inWorld(work, () => NOW)
const vouchersOf = ({ db }: World, id: number) => db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)

test('an order goes from created to sent: who may not is refused, totals and dates are the server’s', () =>
  inTime(async (world) => {
    const { as, db, mails, prints, deps } = world
    const lettura = await as('lettura.conta')
    expect((await lettura.post('/coupons', order)).status).toBe(403)
    expect((await (await as('gestore')).get('/coupons')).status).toBe(403)
    const buoni = await as('solo.buoni')
    const made = await buoni.post('/coupons', { ...order, total: 1, vouchers: 9, status: 'sent', number: 'B1', sent_count: 7 })
    expect(made).toMatchObject({ status: 201, body: { message: 'Ordine buoni creato' } })
    expect(made.body.data).toMatchObject({
      ...order,
      ...{ total: 130, vouchers: 5, status: 'created', expires_at: '2028-05-25', sent_count: 0, paid_at: null },
      ...{ counts: { issued: 0, used: 0, expired: 0, voided: 0 }, sendings: [], stations: [], customer: null },
    })
    const { id, number } = made.body.data
    expect(number).toMatch(/^B2026\/\d{5}$/)
    expect((await buoni.get(`/coupons/download/${id}`)).body.error).toBe('I buoni non sono ancora stati emessi.')
    expect((await buoni.post(`/coupons/${id}/issue`)).body.error).toBe('Passaggio di stato non consentito: da "Creato" a "Emesso".')
    expect((await buoni.put(`/coupons/${id}`, { rev: 1, status: 'paid' })).body.error).toEqual({
      paid_at: 'Il campo Data pagamento è obbligatorio.',
    })
    expect((await buoni.put(`/coupons/${id}`, { rev: 1, status: 'paid', paid_at: '2026-11-26' })).body.error).toEqual({
      paid_at: 'La data di pagamento non può essere nel futuro.',
    })
    const pay = await buoni.put(`/coupons/${id}`, { rev: 1, status: 'paid', paid_at: '2026-11-24' })
    expect(pay).toMatchObject({
      status: 200,
      body: { message: 'Ordine buoni modificato', data: { status: 'paid', paid_at: '2026-11-24' } },
    })
    expect((await buoni.put(`/coupons/${id}`, { rev: 2, status: 'paid', paid_at: '2026-11-24' })).body.data).toMatchObject({
      status: 'paid',
    })
    expect((await buoni.put(`/coupons/${id}`, { rev: 3, rows: [{ denomination: 5, quantity: 1 }] })).body.error).toBe(
      "L'ordine non è più modificabile.",
    )
    // Twice: one set of vouchers, and one document to print.
    const [first, second] = [await buoni.post(`/coupons/${id}/issue`), await buoni.post(`/coupons/${id}/issue`)]
    expect([first, second].map(({ status, body }) => [status, body.message, body.data.status, body.data.counts.issued])).toEqual([
      [200, 'Buoni emessi', 'issued', 5],
      [200, 'Buoni emessi', 'issued', 5],
    ])
    const set = await vouchersOf(world, id)
    expect(set.map(({ denomination }) => denomination)).toEqual([10, 10, 10, 50, 50])
    expect(set.every(({ serial }) => /^[A-Z0-9]{12}$/.test(serial) && !serialRefusal(serial))).toBe(true)
    expect(new Set(set.map(({ serial }) => serial)).size).toBe(5)
    const history = await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'coupon_order'), eq(model_history.model_id, id)))
      .orderBy(model_history.id)
    expect(history.map(({ event }) => event)).toEqual(['created', 'updated', 'updated', 'status'])

    await prints()
    const letters_ = (await mails()).filter(({ subject }) => subject === `Buoni carburante – ordine ${number}`)
    expect(letters_).toMatchObject([
      { to: 'ordini@example.it, acquisti@example.it', text: expect.stringContaining('5 buoni per 130,00 €') },
    ])
    // Without a mail server nothing has left: the order says so and stays issued.
    expect((await buoni.get(`/coupons/${id}`)).body.data).toMatchObject({
      ...{ status: 'issued', sent_at: null, sent_count: 0 },
      sendings: [{ outcome: 'file', emails: 'ordini@example.it, acquisti@example.it', error: null }],
    })
    const again = await buoni.get(`/coupons/generate/${id}`)
    expect(again.body).toMatchObject({
      data: { leaves: false, warning: expect.stringContaining('SMTP non configurato') },
    })
    ;(deps.mail as { sends: boolean }).sends = true
    await prints()
    await mails()
    expect((await buoni.get(`/coupons/${id}`)).body.data).toMatchObject({
      status: 'sent',
      sent_at: NOW.toISOString(),
      sent_count: 1,
      last_error: null,
    })
    expect(await db.$count(files, and(eq(files.owner_type, 'coupon_order'), eq(files.owner_id, id)))).toBe(1)
    const pdf = await buoni.get(`/coupons/download/${id}`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect((await lettura.get(`/coupons/download/${id}`)).status).toBe(403)
    if (hasPdfToText) {
      const text = letters(pdf.bytes)
      for (const { serial } of set) expect(text).toContain(serial)
    }
  }))

test('a mail that fails leaves the order issued with the reason; the next one that leaves clears it', () =>
  inTime(async ({ as, db, mails, prints, deps }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
    expect((await conti.post(`/coupons/${id}/issue`)).status).toBe(200)
    await prints()
    const mailer = deps.mail as { sends: boolean; send: () => Promise<void> }
    const send = mailer.send
    mailer.sends = true
    mailer.send = () => Promise.reject(new Error('connect ETIMEDOUT'))
    await expect(mails()).rejects.toThrow('ETIMEDOUT')
    expect((await conti.get(`/coupons/${id}`)).body.data).toMatchObject({
      status: 'issued',
      last_error: 'connect ETIMEDOUT',
      sent_count: 0,
    })
    mailer.send = send
    await conti.get(`/coupons/generate/${id}`)
    await prints()
    await mails()
    expect((await conti.get(`/coupons/${id}`)).body.data).toMatchObject({ status: 'sent', last_error: null, sent_count: 1 })
    expect(
      (await db.select().from(coupon_sendings).where(eq(coupon_sendings.order_id, id)).orderBy(coupon_sendings.id)).map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['failed', 'sent'])
  }))

test('a mail server that takes the connection and says nothing is given up: the order stays issued and says so', { timeout: 60_000 }, () =>
  inTime(async ({ as, mails, prints, deps }) => {
    const mute = createServer(() => undefined)
    await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
    const { port } = mute.address() as AddressInfo
    Object.assign(deps.mail, mailer('', 'rete@example.it', `smtp://127.0.0.1:${port}`))
    const conti = await as('contabilita')
    const { id } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
    await conti.post(`/coupons/${id}/issue`)
    await prints()
    await expect(mails()).rejects.toThrow('Greeting never received')
    mute.close()
    expect((await conti.get(`/coupons/${id}`)).body.data).toMatchObject({
      ...{ status: 'issued', sent_count: 0, last_error: 'Greeting never received' },
      ...{ counts: { issued: 5 }, sendings: [{ outcome: 'failed' }] },
    })
  }),
)

test('a voucher is checked, redeemed once and voided by its serial alone; a wrong, guessed or expired one is told in words', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const conti = await as('contabilita')
    const { id, number } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
    await conti.post(`/coupons/${id}/issue`)
    const [one, two, three] = await vouchersOf(world, id)
    const lettura = await as('lettura.conta')
    const check = (serial: string) => lettura.get(`/vouchers/check?serial=${encodeURIComponent(serial)}`)
    const typed = one!.serial
      .toLowerCase()
      .replaceAll('0', 'o')
      .replace(/(.{4})(?=.)/g, '$1 ')
    const seen = await check(typed)
    expect(seen.body.data).toEqual({
      id: one!.id,
      status: 'issued',
      denomination: 10,
      order: number,
      expires_at: expect.any(String),
      used_at: null,
      used_in: null,
    })
    const other = one!.serial.at(-1) === '7' ? '8' : '7'
    expect((await check(one!.serial.slice(0, -1) + other)).body.error).toEqual({
      serial: 'Il codice del buono non è corretto: ricontrollare i 12 caratteri.',
    })
    expect((await check('000000000000')).body.error).toEqual({ serial: 'Nessun buono ha questo codice.' })
    expect((await lettura.post('/vouchers/redeem', { serial: one!.serial })).status).toBe(403)
    for (const who of ['ispettore', 'autista'])
      expect((await (await as(who)).get(`/vouchers/check?serial=${one!.serial}`)).status, who).toBe(403)
    expect((await (await as('stazione')).get(`/vouchers/check?serial=${one!.serial}`)).body.data.status).toBe('issued')
    const gestore = await as('gestore')
    const atStation = (station_id?: number) => gestore.post('/vouchers/redeem', { serial: two!.serial, station_id })
    expect((await atStation()).body.error).toEqual({ station_id: 'Indicare il punto vendita in cui il buono viene utilizzato.' })
    expect((await atStation(999_999)).status).toBe(404)
    const used = await conti.post('/vouchers/redeem', { serial: typed })
    expect(used).toMatchObject({
      status: 200,
      body: { message: 'Buono utilizzato', data: { status: 'used', used_at: expect.any(String) } },
    })
    expect(await conti.post('/vouchers/redeem', { serial: one!.serial })).toMatchObject({
      status: 409,
      body: { error: 'Il buono è già stato utilizzato.' },
    })
    expect((await conti.post('/vouchers/void', { serial: one!.serial, reason: 'x' })).status).toBe(409)
    expect((await (await as('solo.buoni')).post('/vouchers/void', { serial: two!.serial, reason: 'x' })).status).toBe(403)
    expect(await conti.post('/vouchers/void', { serial: two!.serial, reason: 'Stampato male' })).toMatchObject({
      status: 200,
      body: { message: 'Buono annullato' },
    })
    expect((await conti.post('/vouchers/redeem', { serial: two!.serial })).body.error).toBe('Il buono è stato annullato.')
    // With a voucher used, the order is not cancelled any more.
    expect((await conti.edit(`/coupons/${id}`, { status: 'cancelled' })).body.error).toBe(
      "L'ordine non si può annullare: 1 buono è già stato utilizzato.",
    )
    expect(
      (await conti.get(`/coupons/${id}/vouchers?status=used&status=voided`)).body.data.data.map(
        (row: { serial: string; status: string }) => [row.serial, row.status],
      ),
    ).toEqual([
      [`•••• •••• ${one!.serial.slice(-4)}`, 'used'],
      [`•••• •••• ${two!.serial.slice(-4)}`, 'voided'],
    ])
    await db.update(coupon_orders).set({ expires_at: '2026-01-01' }).where(eq(coupon_orders.id, id))
    expect((await check(three!.serial)).body.data.status).toBe('expired')
    expect((await conti.post('/vouchers/redeem', { serial: three!.serial })).body.error).toBe('Il buono è scaduto.')
    expect((await conti.get(`/coupons/${id}`)).body.data.counts).toEqual({ issued: 0, used: 1, expired: 3, voided: 1 })
    expect((await conti.get(`/coupons/${id}/vouchers?status=issued`)).body.data.total).toBe(0)
    expect((await conti.get(`/coupons/${id}/vouchers?status=expired`)).body.data.total).toBe(3)
  }))

test('the mail and the PDF of an order hold the vouchers that may still be spent, and neither is made once there are none', () =>
  inTime(async (world) => {
    const { as, prints, mails } = world
    const conti = await as('contabilita')
    const { id } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
    await conti.post(`/coupons/${id}/issue`)
    await prints()
    await mails()
    const set = await vouchersOf(world, id)
    const [spent, bad, ...rest] = set
    expect((await conti.post('/vouchers/redeem', { serial: spent!.serial })).status).toBe(200)
    expect((await conti.post('/vouchers/void', { serial: bad!.serial, reason: 'Smarrito' })).status).toBe(200)
    await conti.get(`/coupons/generate/${id}`)
    await prints()
    const [mail] = (await mails()).slice(-1)
    expect(mail!.text).toContain('3 buoni per 110,00 €')
    if (hasPdfToText) {
      const text = letters((await conti.get(`/coupons/download/${id}`)).bytes)
      expect(rest.every(({ serial }) => text.includes(serial))).toBe(true)
      expect(text).not.toContain(spent!.serial)
      expect(text).not.toContain(bad!.serial)
    }
    for (const { serial } of rest) await conti.post('/vouchers/void', { serial, reason: 'Smarrito' })
    // Somebody else: the same command within ten seconds is answered as before.
    const admin = await as('admin')
    for (const call of ['download', 'generate'])
      expect((await admin.get(`/coupons/${call}/${id}`)).body.error).toBe('Nessun buono di questo ordine si può ancora spendere.')
  }))

test('vouchers of some stations are good there alone; cancelling an issued order voids what is not used, for accounting only', () =>
  inTime(async (world) => {
    const { as } = world
    const [conti, buoni] = [await as('contabilita'), await as('solo.buoni')]
    expect((await conti.post('/coupons', { ...order, station_ids: [1, 999_999] })).body.error).toEqual({
      station_ids: 'Il valore selezionato per Punti vendita non esiste.',
    })
    const { id } = (await conti.post('/coupons', { ...order, payment: 'omaggio', station_ids: [1] })).body.data
    await conti.post(`/coupons/${id}/issue`)
    const [one] = await vouchersOf(world, id)
    const redeem = async (more: object) => (await conti.post('/vouchers/redeem', { serial: one!.serial, ...more })).body.error
    expect(await redeem({})).toEqual({ station_id: 'Il buono vale solo in alcuni punti vendita: indicare quale.' })
    expect(await redeem({ station_id: 2 })).toEqual({ station_id: 'Il buono non vale in questo punto vendita.' })
    expect((await buoni.edit(`/coupons/${id}`, { status: 'cancelled' })).body.error).toBe(
      'Un ordine già emesso lo annulla solo la contabilità.',
    )
    expect((await conti.del(`/coupons/${id}`)).body.error).toBe('Si eliminano solo ordini creati o annullati: annullare prima l’ordine.')
    expect((await conti.edit(`/coupons/${id}`, { status: 'cancelled' })).body.data).toMatchObject({
      status: 'cancelled',
      counts: { issued: 0, voided: 5 },
    })
    expect((await vouchersOf(world, id)).map(({ status, void_reason }) => [status, void_reason])).toEqual(
      Array(5).fill(['voided', 'Ordine annullato.']),
    )
    expect((await conti.get(`/coupons/download/${id}`)).body.error).toBe("L'ordine è annullato: i buoni non valgono più.")
    expect((await conti.del(`/coupons/${id}`)).status).toBe(204)
    expect((await conti.get(`/coupons/${id}`)).status).toBe(404)
    expect((await conti.get(`/coupons/${id}/vouchers`)).status).toBe(404)
  }))

test('where a voucher was used is told to readers of orders and to that station, and to no other', () =>
  inTime(async (world) => {
    const { as, db } = world
    const [conti, stazione] = [await as('contabilita'), await as('stazione')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1', name: 'Alfa' }), await makeStation(db, { code: 'ZZ2', name: 'Beta' })]
    await assign(db, here.id, stazione.user_id)
    const { id } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
    await conti.post(`/coupons/${id}/issue`)
    const [one, two] = await vouchersOf(world, id)
    const used = await conti.post('/vouchers/redeem', { serial: one!.serial, station_id: here.id })
    expect(used.body.data).toMatchObject({ status: 'used', used_in: 'ZZ1 Alfa' })
    await conti.post('/vouchers/redeem', { serial: two!.serial, station_id: there.id })
    const told = async (who: typeof conti) => {
      const answers = [await who.get(`/vouchers/check?serial=${one!.serial}`), await who.get(`/vouchers/check?serial=${two!.serial}`)]
      return answers.map(({ body }) => [body.data.status, body.data.used_in])
    }
    expect(await told(await as('lettura.conta'))).toEqual([
      ['used', 'ZZ1 Alfa'],
      ['used', 'ZZ2 Beta'],
    ])
    expect(await told(stazione)).toEqual([
      ['used', 'ZZ1 Alfa'],
      ['used', null],
    ])
  }))

test('denominations off the list, bad quantities, a denomination twice, a fuel for vouchers of any use: each is refused at its field', () =>
  inTime(async ({ as, db }) => {
    const conti = await as('contabilita')
    const before = await db.$count(coupon_orders)
    const refused = async (body: object) => (await conti.post('/coupons', { ...order, ...body })).body.error
    for (const quantity of [0, -1, 1.5, 5_001])
      expect(Object.keys(await refused({ rows: [{ denomination: 10, quantity }] }))).toEqual(['rows.0.quantity'])
    expect(Object.keys(await refused({ rows: [{ denomination: 7, quantity: 1 }] }))).toEqual(['rows.0.denomination'])
    expect(await refused({ rows: [order.rows[0], order.rows[0]] })).toEqual({ rows: 'Ogni taglio si indica una volta sola.' })
    expect(await refused({ kind: 'monouso' })).toEqual({ fuel_id: 'Il campo Carburante è obbligatorio.' })
    expect(await refused({ emails: ' ' })).toEqual({ emails: 'Il campo Email destinatari è obbligatorio.' })
    expect(await refused({ fuel_id: 1 })).toEqual({ fuel_id: 'Il carburante si indica solo per i buoni monouso.' })
    expect(await refused({ piva: null })).toEqual({ piva: 'Indicare il codice fiscale o la partita IVA.' })
    expect(await refused({ sdi: '0000000' })).toEqual({ pec: 'Con codice SDI 0000000 è necessario indicare la PEC.' })
    expect(await db.$count(coupon_orders)).toBe(before)
  }))

test('who writes orders but may not read customers gets the invoicing data of the chosen one where the order leaves it empty', () =>
  inTime(async ({ as, db }) => {
    const [customer] = await db.select().from(customers).where(isNotNull(customers.piva)).orderBy(customers.id).limit(1)
    const { fiscalCode: _, piva: __, ...bare } = order as Record<string, unknown>
    const made = await (await as('solo.buoni')).post('/coupons', { ...bare, customer_id: customer!.id, city: 'Fontevivo' })
    const { fiscalCode, piva, sdi } = customer!
    expect(made.body.data).toMatchObject({ fiscalCode, piva, sdi, city: 'Fontevivo' })
  }))

test('the totals are those of the orders found', () =>
  inTime(async ({ as }) => {
    const conti = await as('contabilita')
    await conti.post('/coupons', { ...order, businessName: 'Zeta Unica' })
    await conti.post('/coupons', { ...order, businessName: 'Zeta Doppia', rows: [{ denomination: 100, quantity: 2 }] })
    const totals = async (query: string) => (await conti.get(`/coupons/totals?${query}`)).body.data
    expect(await totals('search=zeta')).toEqual({ orders: 2, total: 330, vouchers: 7, cancelled: 0 })
    expect(await totals('search=zeta&min_total=200')).toEqual({ orders: 1, total: 200, vouchers: 2, cancelled: 0 })
    expect(await totals('search=zeta&status=paid')).toEqual({ orders: 0, total: 0, vouchers: 0, cancelled: 0 })
    const { id } = (await conti.post('/coupons', { ...order, businessName: 'Zeta Disdetta' })).body.data
    await conti.edit(`/coupons/${id}`, { status: 'cancelled' })
    expect(await totals('search=zeta')).toEqual({ orders: 3, total: 330, vouchers: 7, cancelled: 1 })
  }))

test('the QR of a printed voucher is its serial', async () => {
  const { qrPng } = await import('../../../server/lib/files/qr-code.ts')
  expect(await readQr(await qrPng('7K3M9Q2R5T8W'))).toBe('7K3M9Q2R5T8W')
})

test('orders, requests and courses are sorted by the state that is read, not by the word it is stored as', () =>
  inTime(async ({ as, db }) => {
    const conti = await as('contabilita')
    await db.execute(sql`update coupon_orders set status = (array['sent', 'paid', 'created'])[1 + id % 3]`)
    await db.execute(sql`update gpl_card_requests set status = (array['WAITING_COURSE', 'CREATED', 'REJECTED'])[1 + id % 3]`)
    await db.execute(sql`update gpl_courses set status = (array['planned', 'done', 'confirmed'])[1 + id % 3]`)
    const states = async (path: string, words: Readonly<Record<string, string>>) => {
      const { data } = (await conti.get(`${path}?per_page=100&sort=status`)).body.data
      return data.map(({ status }: { status: string }) => words[status]) as string[]
    }
    const seen = [
      await states('/coupons', orderStatuses),
      await states('/gpl-cards-requests', requestStatuses),
      await states('/gpl-course-calendar', courseStatuses),
    ]
    for (const words of seen) {
      expect(new Set(words).size).toBeGreaterThan(1)
      expect(words).toEqual([...words].toSorted((a, b) => a.localeCompare(b, 'it')))
    }
  }))
