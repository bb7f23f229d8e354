// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/cards/CardForm.tsx'
import '../../../src/features/cards/customers/CustomerForm.tsx'
import '../../../src/features/cards/customers/CustomerShow.tsx'
import '../../../src/features/cards/customers/DuplicatesDialog.tsx'
import '../../../src/features/cards/customers/RangeButton.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { and, desc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import type { World } from '../../api/support/world.ts'
import { cells, formIn, media, onScreen, type Screen } from '../support/world.tsx'
import { dialogOf, facts, writes } from '../support/writes.ts'

const box = (name: string | RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement
const press = (world: Screen, name: string | RegExp) => world.user.click(screen.getByRole('button', { name }))
const newest = async ({ db }: World) => (await db.select().from(customers).orderBy(desc(customers.id)).limit(1))[0]!

test('customers are not for everybody; who only reads has nothing to press', async () => {
  await onScreen('rete', '/carte/clienti', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  })
  await onScreen('lettura.conta', '/carte/clienti', async () => {
    await screen.findByRole('columnheader', { name: /Denominazione/ })
    for (const name of ['Nuovo cliente', 'Sincronizza intervallo', 'Duplicati']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

test('a person is entered with the fields of a person, refused with a sentence at its field, and saved', () =>
  onScreen('contabilita', '/carte/clienti?modulo=nuovo', async (world) => {
    await formIn('Nuovo cliente')
    const code = Number((await world.db.select().from(customers).orderBy(desc(customers.code)).limit(1))[0]!.code) + 1
    expect((await screen.findByRole('textbox', { name: /^Codice cliente/ })) as HTMLInputElement).toHaveProperty('value', String(code))
    expect(screen.queryByRole('textbox', { name: /^Cognome/ })).toBeNull()
    await world.user.click(screen.getByRole('combobox', { name: /^Tipo/ }))
    await world.user.click(await screen.findByRole('option', { name: 'Privato' }))
    expect(screen.queryByRole('textbox', { name: /^Ragione sociale/ })).toBeNull()
    const sent = writes()
    await press(world, 'Salva')
    // What the kind asks for is told together with what each customer has.
    for (const label of ['Cognome', 'Codice fiscale', 'Indirizzo'])
      expect((await screen.findAllByText(`Il campo ${label} è obbligatorio.`)).length).toBeGreaterThan(0)
    expect(sent).toEqual([])
    await world.user.type(box(/^Nome/), 'Mario')
    await world.user.type(box(/^Codice fiscale/), 'RSSMRA85T10A562S')
    await world.user.type(box(/^Indirizzo/), 'Via Roma 1')
    await world.user.type(box(/^CAP/), '43036')
    await world.user.type(screen.getByRole('combobox', { name: /^Città/ }), 'Fidenza')
    await world.user.type(screen.getByRole('combobox', { name: /^Provincia/ }), 'parm')
    await screen.findByRole('option', { name: 'Parma (PR)' })
    await world.user.keyboard('{Enter}')
    await press(world, 'Salva')
    await screen.findAllByText('Il campo Cognome è obbligatorio.')
    await world.user.type(box(/^Cognome/), 'Rossi')
    await press(world, 'Salva')
    await screen.findByText('Cliente creato')
    expect(await newest(world)).toMatchObject({
      code,
      kind: 'privato',
      name: 'Mario',
      lastname: 'Rossi',
      city: 'Fidenza',
      province: 'PR',
      businessName: null,
    })
  }))

test('a customer is deactivated with its cards after a question that says how many, and activated again', () =>
  onScreen('contabilita', '/carte/clienti/1', async (world) => {
    const state = async () => (await world.db.select().from(customers).where(eq(customers.id, 1)))[0]!.active
    const suspended = () => world.db.$count(cards, eq(cards.suspended_by, 'customer'))
    const count = await world.db.$count(cards, eq(cards.customer_id, 1))
    expect(count).toBeGreaterThan(0)
    const before = await suspended()
    await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
    await world.user.click(await screen.findByRole('menuitem', { name: 'Disattiva' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disattivare il cliente?' })
    expect(dialog.textContent).toMatch(/Verr(à sospesa 1 tessera attiva|anno sospese \d+ tessere attive)/)
    await world.user.click(within(dialog).getByRole('button', { name: 'Disattiva' }))
    await screen.findByText('Cliente disattivato')
    expect([await state(), (await suspended()) > before]).toEqual([false, true])
    await waitFor(() => expect(screen.getAllByText('Disattivato').length).toBeGreaterThan(0))
    await world.user.click(screen.getByRole('button', { name: 'Altro' }))
    await world.user.click(await screen.findByRole('menuitem', { name: 'Attiva' }))
    await screen.findByText('Cliente attivato')
    expect([await state(), await suspended()]).toEqual([true, before])
  }))

test('the page of a customer says where it is, how many of its cards are active, and when it was last in the portal', () =>
  onScreen('contabilita', '/carte/clienti', async (world) => {
    const seen = { username: 'cliente.prova', last_access_at: '2026-03-02T09:30:00.000Z', synced_at: '2026-04-05T06:15:00.000Z' }
    await world.db
      .update(customers)
      .set({ ...seen, city: 'Fidenza', province: 'PR' })
      .where(eq(customers.id, 1))
    const [one] = await world.db.select().from(cards).where(eq(cards.customer_id, 1)).limit(1)
    await world.db.update(cards).set({ status: 'suspended' }).where(eq(cards.id, one!.id))
    const all = await world.db.$count(cards, eq(cards.customer_id, 1))
    const active = await world.db.$count(cards, and(eq(cards.customer_id, 1), eq(cards.status, 'active')))
    expect(active).toBeLessThan(all)
    await world.open('/carte/clienti/1')
    await waitFor(() =>
      expect(facts()).toMatchObject({
        ...{ 'Tessere attive': `${active} su ${all}`, 'Utente portale': 'cliente.prova' },
        ...{ 'Ultimo accesso': '02/03/2026 10:30', 'Sincronizzato il': '05/04/2026 08:15' },
      }),
    )
    screen.getByText('Fidenza (PR)')
  }))

test('on a phone "Duplicati" and "Sincronizza intervallo" stand behind "Altro", and each opens its dialog from there', () => {
  media.phone = true
  onTestFinished(() => {
    media.phone = false
  })
  return onScreen('contabilita', '/carte/clienti', async ({ user }) => {
    await screen.findByRole('button', { name: 'Nuovo cliente' })
    for (const [name, title] of [
      ['Duplicati', 'Possibili duplicati'],
      ['Sincronizza intervallo', 'Sincronizza intervallo'],
    ] as const) {
      expect(screen.queryByRole('button', { name })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Altro' }))
      await user.click(within(await screen.findByRole('dialog', { name: 'Altro' })).getByRole('button', { name }))
      await screen.findByRole('dialog', { name: title })
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Altro' })).toBeNull())
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })
})

test('two customers are compared in words, a station by its name, and merged as they were chosen', () =>
  onScreen('contabilita', '/carte/clienti', async ({ user, as, db, address }) => {
    const conti = await as('contabilita')
    const company = {
      ...{ kind: 'azienda', businessName: 'Doppia S.r.l.', sdi: 'ABC1234', email: 'info@doppia.example.it', address: 'Via Emilia 1' },
      ...{ cap: '43036', city: 'Fidenza', province: 'PR' },
    }
    const made = async (more: object) => (await conti.post('/customers', { ...company, ...more })).body.data
    const kept = await made({ piva: '00743110157', station_id: 1 })
    const other = await made({ piva: '07643520567', station_id: 2, phone: '+393331234567' })
    const stationOf = ({ station: { code, name } }: { station: { code: string; name: string } }) => `${code} ${name}`
    const [here, there] = [
      stationOf((await conti.get(`/customers/${kept.id}`)).body.data),
      stationOf((await conti.get(`/customers/${other.id}`)).body.data),
    ]
    const sent = writes()
    await user.click(await screen.findByRole('button', { name: 'Duplicati' }))
    const list = await dialogOf('Possibili duplicati')
    await user.click((await list.findAllByRole('button', { name: `Confronta ${other.code} con ${kept.code}` }))[0]!)
    const dialog = await dialogOf('Unisci clienti')
    const radio = (label: string) => dialog.findByRole('radio', { name: label })
    expect(await radio(`Punto vendita di riferimento: ${here} (${kept.code})`)).toHaveProperty('checked', true)
    // What one of them lacks comes from the other.
    expect(await radio(`Telefono: +393331234567 (${other.code})`)).toHaveProperty('checked', true)
    await user.click(await radio(`Punto vendita di riferimento: ${there} (${other.code})`))
    await user.click(dialog.getByRole('button', { name: 'Unisci' }))
    await screen.findByText('Clienti uniti')
    // The next proposals are there, over the list, and the one that was merged is in neither.
    await dialogOf('Possibili duplicati')
    await waitFor(() => expect(screen.queryByRole('button', { name: `Confronta ${other.code} con ${kept.code}` })).toBeNull())
    expect(address()).toBe('/carte/clienti')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(cells().map(([code]) => code)).not.toContain(String(other.code))
    expect(cells().map(([code]) => code)).toContain(String(kept.code))
    expect(sent).toEqual([[`POST /customers/${kept.id}/merge`, { from: other.id, fields: expect.any(Array), rev: kept.rev }]])
    expect([...(sent[0]![1] as { fields: string[] }).fields]).toHaveMembers(['phone', 'station_id'])
    expect((await db.select().from(customers).where(eq(customers.id, kept.id)))[0]).toMatchObject({
      ...{ station_id: 2, phone: '+393331234567', piva: '00743110157' },
    })
  }))

test('what is no duplicate is said so, stays away, and is proposed again; different codes are shown, and said before a merge', () =>
  onScreen('contabilita', '/carte/clienti', async ({ user, as }) => {
    const conti = await as('contabilita')
    const company = {
      ...{ kind: 'azienda', businessName: 'Gemella S.r.l.', sdi: 'ABC1234', email: 'info@gemella.example.it', address: 'Via Emilia 1' },
      ...{ cap: '43036', city: 'Fidenza', province: 'PR' },
    }
    const made = async (more: object) => (await conti.post('/customers', { ...company, ...more })).body.data
    const one = await made({ piva: '00743110157' })
    const other = await made({ piva: '07643520567' })
    const compare = { name: `Confronta ${other.code} con ${one.code}` }
    await user.click(await screen.findByRole('button', { name: 'Duplicati' }))
    const list = await dialogOf('Possibili duplicati')
    await list.findByRole('link', { name: `${one.code} Gemella S.r.l., Fidenza (0 tessere, P.IVA 00743110157)` })
    await user.click(list.getByRole('button', compare))
    const merge = await dialogOf('Unisci clienti')
    await merge.findByText(/^Le partite IVA sono diverse: unisci solo se è lo stesso cliente/)
    await user.click(merge.getByRole('button', { name: 'Indietro' }))
    const again = await dialogOf('Possibili duplicati')
    await user.click(await again.findByRole('button', { name: 'Non sono duplicati: info@gemella.example.it' }))
    await screen.findByText('Non verranno più proposti come duplicati')
    await waitFor(() => expect(again.queryByRole('button', compare)).toBeNull())
    const names = `${one.code} Gemella S.r.l., ${other.code} Gemella S.r.l.`
    await user.click(await again.findByRole('button', { name: `Proponi di nuovo: ${names}` }))
    await screen.findByText('Verranno proposti di nuovo')
    await again.findByRole('button', compare)
  }))

test('two customers that nothing proposes are chosen by hand and compared, but not one with itself', () =>
  onScreen('contabilita', '/carte/clienti', async ({ user, db }) => {
    const [one, other] = await db.select().from(customers).orderBy(customers.id).limit(2)
    await user.click(await screen.findByRole('button', { name: 'Duplicati' }))
    const list = await dialogOf('Possibili duplicati')
    const part = within(await list.findByRole('region', { name: 'Altri due clienti' }))
    const choose = async (label: string, { code, denomination }: typeof customers.$inferSelect) => {
      const box = part.getByRole('combobox', { name: label })
      await user.clear(box)
      await user.type(box, String(code))
      await user.click(await screen.findByRole('option', { name: `${code} ${denomination}` }))
    }
    const compare = part.getByRole('button', { name: 'Confronta' })
    await choose('Cliente che resta', one!)
    await choose('Cliente da unire', one!)
    part.getByText('È lo stesso cliente.')
    expect(compare).toHaveProperty('disabled', true)
    await choose('Cliente da unire', other!)
    expect(part.queryByText('È lo stesso cliente.')).toBeNull()
    await user.click(compare)
    const merge = await dialogOf('Unisci clienti')
    await merge.findByText(new RegExp(`^Resta ${one!.code} `))
    merge.getByText(new RegExp(`e ${other!.code} viene eliminato`))
  }))

test('a card is made on the page of its customer, who is known there', () =>
  onScreen('contabilita', '/carte/clienti', async ({ user, open, db }) => {
    const [customer] = await db.select().from(customers).where(eq(customers.active, true)).orderBy(customers.id).limit(1)
    await open(`/carte/clienti/${customer!.id}?scheda=tessere`)
    await user.click(await screen.findByRole('button', { name: 'Nuova tessera' }))
    const form = within(await formIn('Nuova tessera'))
    await waitFor(() => expect(form.getByRole<HTMLInputElement>('combobox', { name: /^Cliente/ }).value).toContain(String(customer!.code)))
    await user.click(form.getByRole('combobox', { name: /^Tipo/ }))
    await user.click(await screen.findByRole('option', { name: 'Fine mese' }))
    const sent = writes()
    await user.click(form.getByRole('button', { name: 'Salva' }))
    await form.findAllByText('Il campo Targa è obbligatorio.')
    expect(sent).toEqual([])
    await user.click(form.getByRole('combobox', { name: /^Tipo/ }))
    await user.click(await screen.findByRole('option', { name: 'Raccolta punti' }))
    await user.click(form.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Tessera creata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [made] = await db.select().from(cards).orderBy(desc(cards.id)).limit(1)
    expect(made).toMatchObject({ customer_id: customer!.id, type: 'points', status: 'to_activate' })
  }))
