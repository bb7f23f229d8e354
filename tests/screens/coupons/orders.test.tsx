// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/coupons/OrderForm.tsx'
import '../../../src/features/coupons/OrderShow.tsx'
import '../../../src/features/coupons/VoucherDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { coupon_orders, coupon_sendings, coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { today } from '../../../src/lib/format.ts'
import { couponOrder, issuedOrder } from '../../api/support/coupon-fixtures.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { gone, leaveTwice, press, pressIn } from '../support/steps.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'
import { dialogOf, facts, writes } from '../support/writes.ts'

test('an order is entered, paid and issued; its vouchers are checked, used and voided by their codes', () =>
  onScreen('contabilita', '/coupons', async ({ user, address, as, db, reload, prints, mails }) => {
    await user.click((await screen.findAllByRole('link', { name: 'Nuovo ordine' }))[0]!)
    await screen.findByRole('button', { name: 'Salva' })
    const sent = writes()
    const type = async (label: RegExp, text: string) => {
      await user.click(screen.getByRole('textbox', { name: label }))
      await user.paste(text)
    }
    await type(/^Ragione sociale/, 'Trasporti Prova S.r.l.')
    await type(/^Partita IVA/, '00743110157')
    await type(/^Email destinatari/, 'ordini@example.it')
    await type(/^Riferimento pagamento/, 'Bonifico 12')
    await type(/^Note/, 'Urgente')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect((await screen.findAllByText('Indicare almeno un taglio.')).length).toBeGreaterThan(0)
    await user.type(screen.getByRole('textbox', { name: 'Quantità da 10 €' }), '3')
    await user.type(screen.getByRole('textbox', { name: 'Quantità da 50 €' }), '2')
    await screen.findByText(/^Totale: 130,00 € · 5 buoni$/)
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ordine buoni creato')
    await waitFor(() => expect(address()).toMatch(/^\/coupons\/\d+$/))
    const id = Number(address().split('/')[2])
    const conti = await as('contabilita')
    const order = async () => (await conti.get(`/coupons/${id}`)).body.data
    const { number, expires_at } = await order()
    await waitFor(() =>
      expect(facts()).toMatchObject({
        ...{ 'Ragione sociale / Intestatario': 'Trasporti Prova S.r.l.', 'Partita IVA': '00743110157', Pagamento: 'Bonifico' },
        ...{ 'Email destinatari': 'ordini@example.it', 'Riferimento pagamento': 'Bonifico 12', Note: 'Urgente' },
        ...{ 'Scadenza buoni': expires_at.split('-').reverse().join('/'), 'Punti vendita': 'Tutta la rete', 'Data pagamento': '–' },
      }),
    )
    // The state stands in the steps, in Italian.
    expect(facts()).not.toHaveProperty('Stato')
    expect(screen.queryByRole('tab', { name: /^Buoni/ })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Registra pagamento' }))
    const pay = await dialogOf('Registra pagamento')
    pay.getByText(/^Importo: 130,00/)
    await user.click(pay.getByRole('button', { name: 'Registra pagamento' }))
    await screen.findByText('Ordine buoni modificato')
    await user.click(await screen.findByRole('button', { name: 'Emetti buoni' }))
    const sure = await dialogOf('Emettere i buoni?')
    sure.getByText(/Si creano 5 buoni per 130,00 €, e viene preparata la mail con il PDF per ordini@example.it\./)
    await user.click(sure.getByRole('button', { name: 'Emetti buoni' }))
    await screen.findByText('Buoni emessi')
    // The first mail is not asked for a second time before it is there.
    await screen.findByText('La mail con i buoni è in preparazione.')
    for (const name of ['Emetti buoni', 'Rinvia mail', 'Invia mail']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(await order()).toMatchObject({ status: 'issued', paid_at: today(), total: 130 })
    expect(sent).toEqual([
      [
        'POST /coupons',
        expect.objectContaining({
          ...{ businessName: 'Trasporti Prova S.r.l.', piva: '00743110157', emails: 'ordini@example.it', payment: 'bonifico' },
          ...{ payment_ref: 'Bonifico 12', note: 'Urgente', kind: 'multiuso', expires_at, station_ids: [] },
          rows: [
            { denomination: 10, quantity: 3 },
            { denomination: 50, quantity: 2 },
          ],
        }),
      ],
      [`PUT /coupons/${id}`, { rev: 1, status: 'paid', paid_at: today(), payment: 'bonifico', payment_ref: 'Bonifico 12' }],
      [`POST /coupons/${id}/issue`],
    ])
    await db
      .update(coupon_orders)
      .set({ issued_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where(eq(coupon_orders.id, id))
    await reload()
    await screen.findByRole('button', { name: 'Invia mail' })
    await prints()
    await mails()
    await reload()
    await user.click(await screen.findByRole('button', { name: 'Rinvia mail' }))
    await screen.findByText(/SMTP non configurato/)

    const [one, two] = await db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)
    await user.click(screen.getByRole('tab', { name: /^Buoni/ }))
    await waitFor(() => expect(cells()).toHaveLength(5))
    expect(document.body.textContent, 'an order of the machine is not shown').not.toMatch(/di 5 · id/)
    expect(cells().map((row) => row.slice(1, 3))).toEqual(
      [10, 10, 10, 50, 50].map((amount) => [expect.stringMatching(new RegExp(`^${amount},00`)), 'Emesso']),
    )
    await user.click(screen.getByRole('tab', { name: /^Invii/ }))
    await screen.findByText(/Nessun invio|ordini@example.it/)

    await user.click(screen.getAllByRole('link', { name: 'Buoni carburante' })[0]!)
    await user.click(await screen.findByRole('button', { name: 'Verifica buono' }))
    const dialog = await dialogOf('Verifica buono')
    const check = async (serial: string) => {
      const box = dialog.getByRole('textbox', { name: 'Codice del buono' })
      await user.clear(box)
      await user.type(box, serial)
      await user.click(dialog.getByRole('button', { name: 'Verifica' }))
    }
    await check('ABC')
    await dialog.findByText('Il codice del buono non è corretto: ricontrollare i 12 caratteri.')
    await check(one!.serial.toLowerCase())
    await dialog.findByText(`Ordine ${number}`)
    const told = () => dialog.getByRole('status').textContent
    expect(told()).toMatch(/^Emesso10,00\s€Il buono è valido.Ordine .+Scadenza /)
    sent.length = 0
    await user.click(dialog.getByRole('button', { name: 'Utilizza buono' }))
    await user.click((await dialogOf('Utilizzare il buono?')).getByRole('button', { name: 'Utilizza' }))
    await waitFor(() => expect(told()).toMatch(/^Utilizzato10,00\s€Fatto: il buono è stato utilizzato.Ordine .+Utilizzato il /))
    for (const name of ['Utilizza buono', 'Annulla buono']) expect(dialog.queryByRole('button', { name })).toBeNull()
    // Brought a second time it is not called done.
    await user.click(dialog.getByRole('button', { name: 'Verifica' }))
    await waitFor(() => expect(told()).toMatch(/^Utilizzato10,00\s€Il buono non è valido.Ordine .+Utilizzato il /))
    await check(two!.serial)
    await user.click(await dialog.findByRole('button', { name: 'Annulla buono' }))
    const why = await dialogOf('Annulla buono')
    await user.click(why.getByRole('button', { name: 'Annulla buono' }))
    await why.findByText('Il campo Motivo è obbligatorio.')
    await user.type(why.getByRole('textbox', { name: /^Motivo/ }), 'Stampato male')
    await user.click(why.getByRole('button', { name: 'Annulla buono' }))
    await waitFor(() => expect(told()).toMatch(/^Annullato10,00/))
    const grouped = (serial: string) => serial.replace(/(.{4})(?=.)/g, '$1 ')
    expect(sent).toEqual([
      ['POST /vouchers/redeem', { serial: grouped(one!.serial) }],
      ['POST /vouchers/void', { serial: grouped(two!.serial), reason: 'Stampato male' }],
    ])
    expect((await order()).counts).toEqual({ issued: 3, used: 1, expired: 0, voided: 1 })
  }))

test('a chosen customer brings its data, what was typed stays, and a wrong quantity is told on its row', () =>
  onScreen('contabilita', '/coupons/nuovo', async ({ user, db }) => {
    const [known] = await db.select().from(customers).where(eq(customers.id, 1))
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
    await screen.findByRole('button', { name: 'Salva' })
    await user.type(box(/^CAP/), '00100')
    await user.click(screen.getByRole('combobox', { name: /^Cliente/ }))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${known!.code} `) }))
    await waitFor(() => expect(box(/^Indirizzo/).value).toBe(known!.address))
    expect([box(/^Ragione sociale/).value, box(/^CAP/).value]).toEqual([known!.denomination, '00100'])
    expect([box(/^Codice fiscale/).value, box(/^Partita IVA/).value]).toEqual([known!.fiscalCode ?? '', known!.piva ?? ''])
    expect(box(/^Email destinatari/).value).toBe(known!.email_invoices ?? known!.email ?? '')
    await user.type(box(/^Quantità da 5 €/), '1')
    screen.getByText('Totale: 5,00 € · 1 buono')
    await user.type(box(/^Quantità da 20 €/), '6000')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await waitFor(() => expect(box(/^Quantità da 20 €/).getAttribute('aria-invalid')).toBe('true'))
    expect(box(/^Quantità da 5 €/).getAttribute('aria-invalid')).not.toBe('true')
    for (const label of [/^Quantità da 5 €/, /^Quantità da 20 €/]) await user.clear(box(label))
  }))

test('an order says what each denomination is worth, where it holds, when it was paid, and to whom its mails went', () =>
  onScreen('contabilita', '/coupons', async ({ db, as, open, user, reload }) => {
    const conti = await as('contabilita')
    const places = [await makeStation(db, { code: 'ZZ1', name: 'Alfa' }), await makeStation(db, { code: 'ZZ2', name: 'Beta' })]
    const made = await conti.post('/coupons', { ...couponOrder, station_ids: places.map(({ id }) => id) })
    const { id, rev } = made.body.data
    await conti.put(`/coupons/${id}`, { rev, status: 'paid', paid_at: '2026-11-05' })
    await conti.post(`/coupons/${id}/issue`)
    // Ordered and paid on one day, issued on another; the mail went to an address that was corrected since, and bounced.
    const moments = { created_at: '2026-11-03T09:00:00.000Z', issued_at: '2026-11-06T09:00:00.000Z', last_error: 'Casella piena' }
    await db.update(coupon_orders).set(moments).where(eq(coupon_orders.id, id))
    await db.delete(coupon_sendings).where(eq(coupon_sendings.order_id, id))
    const sending = {
      order_id: id,
      at: '2026-11-06T09:05:00.000Z',
      emails: 'vecchio@example.it',
      outcome: 'failed',
      error: 'Casella piena',
    } as const
    await db.insert(coupon_sendings).values(sending)
    await open(`/coupons/${id}`)
    const steps = within(await screen.findByRole('list', { name: 'Stato dell’ordine' })).getAllByRole('listitem')
    expect(steps.map(({ textContent, dataset }) => [textContent!.replace(/^\d/, ''), dataset.state])).toEqual([
      ['Creato, completato03/11/2026', 'done'],
      ['Pagato, completato05/11/2026', 'done'],
      ['Emesso, completato06/11/2026', 'done'],
      ['Inviato, da correggereInvio non riuscito', 'error'],
    ])
    screen.getByText('Ultimo invio non riuscito: Casella piena')
    expect(facts()).toMatchObject({ 'Punti vendita': 'ZZ1 Alfa, ZZ2 Beta', 'Data pagamento': '05/11/2026' })
    const rows = [...screen.getByRole('table', { name: 'Tagli' }).querySelectorAll('tr')]
    expect(rows.map((row) => [...row.cells].map(({ textContent }) => textContent!.replaceAll('\u00a0', ' ')))).toEqual([
      ['3 × 10 €', '30,00 €'],
      ['2 × 50 €', '100,00 €'],
      ['Totale, 5 buoni', '130,00 €'],
    ])
    await user.click(screen.getByRole('tab', { name: /^Invii/ }))
    await screen.findByRole('table', { name: 'Invii' })
    expect(cells()).toEqual([['06/11/2026 10:05', 'vecchio@example.it', 'Non riuscita (Casella piena)']])
    // Without a mail server it has not left either.
    await db.insert(coupon_sendings).values({ ...sending, outcome: 'file', error: null })
    await reload()
    await user.click(await screen.findByRole('tab', { name: 'Dati' }))
    const alert = await screen.findByText('La mail con i buoni non è stata inviata: SMTP non configurato.')
    expect(alert.closest('[role=tabpanel]')!.textContent).toContain('Inviato, da correggereInvio non riuscito')
  }))

test('an order that is cancelled says so and is then deleted; who only reads presses nothing', async () => {
  const order = { businessName: 'Ditta Annullata', piva: '00743110157', emails: 'a@example.it', rows: [{ denomination: 5, quantity: 1 }] }
  await onScreen('contabilita', '/coupons', async ({ user, as, open, address }) => {
    const { id, number } = (await (await as('contabilita')).post('/coupons', { ...order, payment: 'bonifico' })).body.data
    await open(`/coupons/${id}`)
    const sent = writes()
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Annulla ordine' }))
    const sure = await dialogOf(`Annullare l'ordine ${number}?`)
    sure.getByText('L’ordine non si potrà più emettere.')
    await user.click(sure.getByRole('button', { name: 'Annulla ordine' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Registra pagamento' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
    await waitFor(() => expect(address()).toBe('/coupons'))
    expect(sent).toEqual([[`PUT /coupons/${id}`, { rev: 1, status: 'cancelled' }], [`DELETE /coupons/${id}`]])
    expect((await (await as('contabilita')).get(`/coupons/${id}`)).status).toBe(404)
  })
  await onScreen('lettura.conta', '/coupons', async ({ as, open }) => {
    const { id } = (await (await as('contabilita')).post('/coupons', { ...order, payment: 'bonifico' })).body.data
    await open(`/coupons/${id}`)
    await waitFor(() => expect(facts()).toMatchObject({ 'Ragione sociale / Intestatario': 'Ditta Annullata' }))
    for (const name of ['Modifica', 'Altro', 'Registra pagamento', 'Emetti buoni'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

test('a voucher is voided from its row in the order, for a reason; one that is void already is not offered, nor to who may not', async () => {
  const open = async ({ as, open }: Screen) => {
    const made = (await issuedOrder(await as('contabilita'), '2026-11-05')).body.data
    const { data } = (await (await as('contabilita')).get(`/coupons/${made.id}/vouchers`)).body.data
    await open(`/coupons/${made.id}?scheda=buoni`)
    return { id: made.id as number, rows: data as { id: number; serial: string }[] }
  }
  await onScreen('contabilita', '/coupons', async (world) => {
    const { user, as, db } = world
    const { id, rows } = await open(world)
    await waitFor(() => expect(cells()).toHaveLength(5))
    const sent = writes()
    const menus = () => screen.getAllByRole('button', { name: /^Azioni/ })
    await user.click(menus()[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Annulla buono' }))
    const why = await dialogOf('Annulla buono')
    why.getByText(new RegExp(`^Il buono ${rows[0]!.serial} da 10,00\\s€ non varrà più\\.`))
    await user.type(why.getByRole('textbox', { name: /^Motivo/ }), 'Smarrito')
    await user.click(why.getByRole('button', { name: 'Annulla buono' }))
    await screen.findByText('Buono annullato')
    await waitFor(() => expect(cells().map((row) => row[2])).toEqual(['Annullato', 'Emesso', 'Emesso', 'Emesso', 'Emesso']))
    expect(menus()).toHaveLength(4)
    expect(sent).toEqual([['POST /vouchers/void', { id: rows[0]!.id, reason: 'Smarrito' }]])
    const [one, two] = await db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)
    expect(one).toMatchObject({ status: 'voided', void_reason: 'Smarrito' })
    expect((await (await as('contabilita')).post('/vouchers/void', { id: one!.id, reason: 'x' })).body.error).toBe(
      'Il buono è stato annullato.',
    )
    expect((await (await as('solo.buoni')).post('/vouchers/void', { id: two!.id, reason: 'x' })).status).toBe(403)
    expect((await (await as('contabilita')).post('/vouchers/void', { id: 999_999, reason: 'x' })).status).toBe(404)
    expect((await (await as('contabilita')).post('/vouchers/void', { reason: 'x' })).status).toBe(422)
  })
  await onScreen('solo.buoni', '/coupons', async (world) => {
    await open(world)
    await waitFor(() => expect(cells()).toHaveLength(5))
    expect(screen.queryByRole('button', { name: /^Azioni/ })).toBeNull()
  })
})

test('a voucher is used at the station that was chosen; who leaves the question of its end leaves it valid', () =>
  onScreen('contabilita', '/coupons', async (world) => {
    const { user, as, db } = world
    const { id: place } = await makeStation(db, { code: 'ZZ1', name: 'Alfa' })
    const conti = await as('contabilita')
    const { id, rev } = (await conti.post('/coupons', couponOrder)).body.data
    await conti.put(`/coupons/${id}`, { rev, status: 'paid', paid_at: '2026-11-05' })
    await conti.post(`/coupons/${id}/issue`)
    const [one, next] = await db.select().from(coupons).where(eq(coupons.order_id, id)).orderBy(coupons.id)
    const now = async () => (await db.select().from(coupons).where(eq(coupons.id, one!.id)))[0]!
    await press(world, 'Verifica buono')
    const dialog = await dialogOf('Verifica buono')
    await user.type(dialog.getByRole('textbox', { name: 'Codice del buono' }), one!.serial)
    await user.click(dialog.getByRole('button', { name: 'Verifica' }))
    await leaveTwice(world, 'Annulla buono', async () => user.click(await dialog.findByRole('button', { name: 'Annulla buono' })))
    expect((await now()).status).toBe('issued')
    await user.type(dialog.getByRole('combobox', { name: /^Punto vendita/ }), 'ZZ1')
    await user.click(await screen.findByRole('option', { name: /ZZ1 Alfa/ }))
    await user.click(dialog.getByRole('button', { name: 'Utilizza buono' }))
    await pressIn(world, 'Utilizzare il buono?', 'Annulla')
    await gone('Utilizzare il buono?')
    expect((await now()).status).toBe('issued')
    await user.click(dialog.getByRole('button', { name: 'Utilizza buono' }))
    await pressIn(world, 'Utilizzare il buono?', 'Utilizza')
    await waitFor(async () => expect(await now()).toMatchObject({ status: 'used', station_id: place }))
    await dialog.findByText(/^Utilizzato il .*, ZZ1 Alfa$/)
    const code = dialog.getByRole('textbox', { name: 'Codice del buono' })
    await user.clear(code)
    await user.type(code, next!.serial)
    await user.click(dialog.getByRole('button', { name: 'Verifica' }))
    const field = await dialog.findByRole<HTMLInputElement>('combobox', { name: /^Punto vendita/ })
    await waitFor(() => expect(field.value, 'the next voucher shows what it would be sent with').toMatch(/^ZZ1 Alfa/))
    await user.keyboard('{Escape}')
    await gone()
  }))

test('an order that is not paid is changed on its page: stations, quantities and note; a change that is left is not made', () =>
  onScreen('contabilita', '/coupons', async ({ user, as, open, db }) => {
    const station = await makeStation(db, { code: 'ZQ7', name: 'Zeta' })
    const order = { businessName: 'Ditta Cambiata', piva: '00743110157', emails: 'a@example.it', rows: [{ denomination: 10, quantity: 1 }] }
    const conti = await as('contabilita')
    const { id } = (await conti.post('/coupons', { ...order, payment: 'bonifico' })).body.data
    const stored = async () => (await conti.get(`/coupons/${id}`)).body.data
    await open(`/coupons/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'Da lasciare')
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    await user.click(await screen.findByRole('button', { name: 'Esci senza salvare' }))
    expect(await stored()).toMatchObject({ note: null, rev: 1 })

    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    const quantity = await screen.findByRole('textbox', { name: 'Quantità da 10 €' })
    await user.clear(quantity)
    await user.type(quantity, '4')
    await user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Ritira Aldo')
    await user.type(screen.getByRole('combobox', { name: /^Punti vendita/ }), 'ZQ7')
    await user.click(await screen.findByRole('option', { name: /ZQ7/ }))
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ordine buoni modificato')
    expect(await stored()).toMatchObject({ note: 'Ritira Aldo', total: 40, vouchers: 4, stations: [{ id: station.id }] })
    await waitFor(() => expect(facts()).toMatchObject({ Note: 'Ritira Aldo', 'Punti vendita': 'ZQ7 Zeta' }))
  }))
