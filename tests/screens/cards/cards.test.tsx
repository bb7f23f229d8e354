// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/cards/CardForm.tsx'
import '../../../src/features/cards/CardShow.tsx'
import '../../../src/features/cards/PlateDialog.tsx'
import '../../../src/features/cards/PrintDialog.tsx'
import '../../../src/features/cards/StatusDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import type { World } from '../../api/support/world.ts'
import { gone, leave, leaveTwice, menu, press, pressIn, write } from '../support/steps.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'
import { dialogOf, facts, writes } from '../support/writes.ts'

const card = {
  ...{ type: 'credit', customer_id: 1, plate: 'ZZ123ZZ', holder: 'Mezzo 7', valid_from: '2026-11-02', expires_at: '2029-10-31' },
  ...{ limit_day: 120.5, limit_month: 1_500, km_required: true, note: 'Consegnare a mano.' },
}
const made = async ({ as }: World): Promise<{ id: number; rev: number; number: string }> => {
  const answer = await (await as('contabilita')).post('/cards', card)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const rowOf = async ({ db }: World, id: number) => (await db.select().from(cards).where(eq(cards.id, id)))[0]!
const customerOf = async ({ db }: World) => (await db.select().from(customers).where(eq(customers.id, 1)))[0]!
const shownBeside = ({ nextElementSibling }: Element) => nextElementSibling!.textContent
const tab = async ({ user }: Screen, name: RegExp) => user.click(await screen.findByRole('tab', { name }))
/** Chooses a change of state in the menu of the state `from`. */
async function change({ user }: Screen, from: string, verb: string) {
  await user.click(await screen.findByRole('button', { name: `Stato: ${from}. Cambia stato` }))
  await user.click(await screen.findByRole('menuitem', { name: verb }))
}

test('the list shows a card with its customer, finds it by plate, and offers no writing to who only reads', async () => {
  await onScreen('lettura.conta', '/carte', async (world) => {
    const { number } = await made(world)
    const { code, denomination } = await customerOf(world)
    await world.open('/carte?search=zz123zz')
    await waitFor(() => expect(cells()).toHaveLength(1))
    expect(cells()[0]!.slice(0, 6)).toEqual([number, `${code} ${denomination}`, 'Da attivare', 'ZZ123ZZ', 'Fine mese', '31/10/2029'])
    for (const name of ['Nuova tessera', 'Stampa']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Importa da Excel' })).toBeNull()
  })
  await onScreen('rete', '/carte', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  })
})

test('each value of a card stands under its label, and who only reads has neither number nor states to press', () =>
  onScreen('lettura.conta', '/carte', async (world) => {
    const { id, number } = await made(world)
    const { code, denomination } = await customerOf(world)
    await world.db.update(cards).set({ foreign_plate: true, points_balance: 250, credit_balance: 12.5 }).where(eq(cards.id, id))
    await world.open(`/carte/${id}`)
    await waitFor(() => expect(facts()).toMatchObject({ 'Numero tessera': number }))
    const begins = () => [...document.querySelectorAll('dt')].filter(({ textContent }) => textContent === 'Valida dal').map(shownBeside)
    await waitFor(() => expect(begins()).toEqual(['02/11/2026', '02/11/2026']))
    expect(facts()).toMatchObject({
      ...{ Tipo: 'Fine mese', Cliente: `${code} ${denomination}`, Targa: 'ZZ123ZZ (estera)', 'Intestatario/Etichetta': 'Mezzo 7' },
      ...{ 'Valida dal': '02/11/2026', Scadenza: '31/10/2029', Note: 'Consegnare a mano.', Consegnata: '–' },
    })
    expect(screen.queryByRole('button', { name: 'Mostra' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Cambia stato/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Altro' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
    await tab(world, /^Limiti e carburanti/)
    await waitFor(() =>
      expect(facts()).toMatchObject({
        ...{
          'Plafond giornaliero': expect.stringMatching(/^120,50\s€$/),
          'Plafond mensile': expect.stringMatching(/^1\.500,00\s€$/),
          'Richiedi chilometri': 'Sì',
        },
        ...{ 'Carburanti ammessi': 'Tutti', Punti: '250', Credito: expect.stringMatching(/^12,50\s€$/) },
      }),
    )
    await tab(world, /^Stati e targhe/)
    await screen.findByText('Creazione')
  }))

test('a card is activated, shown whole, given another plate, blocked and replaced by a new one that it links to', () =>
  onScreen('contabilita', '/carte', async (world) => {
    const { id, number } = await made(world)
    const { user } = world
    await world.open(`/carte/${id}`)
    await screen.findByRole('button', { name: 'Mostra' })
    const sent = writes()
    await user.click(screen.getByRole('button', { name: 'Mostra' }))
    const whole = (await rowOf(world, id)).number
    await screen.findByText(whole)
    expect(facts()['Numero tessera']).toBe(whole)
    expect(screen.queryByRole('button', { name: 'Mostra' })).toBeNull()

    await change(world, 'Da attivare', 'Attiva')
    await screen.findByText('Cambio stato completato')
    await screen.findByRole('button', { name: 'Stato: Attiva. Cambia stato' })
    const revs = [(await rowOf(world, id)).rev]

    await user.click(screen.getByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cambio targa' }))
    const plate = await dialogOf(`Cambio targa della tessera ${number}`)
    plate.getByText('Targa attuale: ZZ123ZZ')
    await user.type(plate.getByRole('textbox', { name: /^Targa/ }), 'zz125zz')
    await user.type(plate.getByRole('textbox', { name: /^Motivo/ }), 'Venduto')
    await user.click(plate.getByRole('button', { name: 'Cambia targa' }))
    await screen.findByText('Cambio targa completato')
    await waitFor(() => expect(facts().Targa).toBe('ZZ125ZZ'))
    revs.push((await rowOf(world, id)).rev)

    await change(world, 'Attiva', 'Blocca')
    const block = await dialogOf(`Blocca la tessera ${number}?`)
    await user.click(block.getByRole('button', { name: 'Blocca' }))
    // Said once, at the field.
    await block.findByText('Il campo Motivo è obbligatorio.')
    expect(screen.getAllByText('Il campo Motivo è obbligatorio.')).toHaveLength(1)
    await user.click(block.getByRole('combobox', { name: /^Motivo/ }))
    await user.click(await screen.findByRole('option', { name: 'Furto' }))
    await user.click(block.getByRole('button', { name: 'Blocca' }))
    // A stolen card does not come back: nothing offers it.
    await user.click(await screen.findByRole('button', { name: 'Stato: Bloccata. Cambia stato' }))
    await screen.findByRole('menuitem', { name: 'Riemetti' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Riemetti', 'Cessa'])
    revs.push((await rowOf(world, id)).rev)
    await user.click(screen.getByRole('menuitem', { name: 'Riemetti' }))
    const again = await dialogOf(`Riemetti la tessera ${number}?`)
    again.getByText(/ne nasce una nuova, da attivare/)
    expect(again.getByRole<HTMLInputElement>('textbox', { name: /^Motivo/ }).required, 'it cannot be left out').toBe(true)
    await user.type(again.getByRole('textbox', { name: /^Motivo/ }), 'Rubata')
    await user.click(again.getByRole('button', { name: 'Riemetti' }))
    await screen.findByText(`La tessera ${number} è stata sostituita da questa, da attivare.`)
    await waitFor(() => expect(facts()).toHaveProperty('Sostituisce', number))
    expect(facts().PIN).toBe('Nasce con l’attivazione o con la stampa della busta')
    const replacement = world.address()
    await user.click(screen.getByRole('link', { name: number }))
    await waitFor(() => expect(facts()).toHaveProperty('Sostituita da'))

    const old = await rowOf(world, id)
    const next = await rowOf(world, old.replaced_by_id!)
    expect(replacement).toBe(`/carte/${next.id}`)
    expect([old.status, old.block_reason, next.status, next.plate]).toEqual(['replaced', 'furto', 'to_activate', 'ZZ125ZZ'])
    const [activated, moved, blocked] = revs
    expect(sent).toEqual([
      [`POST /cards/${id}/number`],
      ['POST /cards/status', { id, status: 'active', rev: (activated as number) - 1 }],
      ['POST /cards/plate', { id, rev: activated, plate: 'zz125zz', foreign_plate: false, reason: 'Venduto' }],
      ['POST /cards/status', { id, rev: moved, status: 'blocked', reason: 'furto' }],
      ['POST /cards/status', { id, rev: blocked, status: 'replaced', reason: 'Rubata' }],
    ])
    await tab(world, /^Stati e targhe/)
    await screen.findByText('Creazione')
    expect([...document.querySelectorAll('.mantine-Timeline-itemTitle')].map(({ textContent }) => textContent)).toEqual([
      'Da «Bloccata» a «Sostituita»',
      'Da «Attiva» a «Bloccata»',
      'Targa ZZ123ZZ → ZZ125ZZ',
      'Da «Da attivare» a «Attiva»',
      'Creazione',
    ])
    for (const reason of ['Furto', 'Rubata', 'Venduto']) screen.getByText(reason)
    // What is closed has nothing left to press.
    expect(screen.queryByRole('button', { name: /Cambia stato/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
    await tab(world, /^Dati/)
    await user.click(await screen.findByRole('link', { name: `•••• ${next.number.slice(-6)}` }))
    await waitFor(() => expect(world.address()).toBe(`/carte/${next.id}`))
    await waitFor(() => expect(facts()).toMatchObject({ Sostituisce: number, Targa: 'ZZ125ZZ' }))
  }))

test('a card of a customer who is not active is not offered to be activated', () =>
  onScreen('contabilita', '/carte', async (world) => {
    const { id } = await made(world)
    await world.db.update(customers).set({ active: false }).where(eq(customers.id, 1))
    await world.open(`/carte/${id}`)
    await world.user.click(await screen.findByRole('button', { name: 'Stato: Da attivare. Cambia stato' }))
    await screen.findByRole('menuitem', { name: 'Cessa' })
    expect(screen.queryByRole('menuitem', { name: 'Attiva' })).toBeNull()
  }))

test('the PIN of a card is renewed once that is confirmed, and not before', () =>
  onScreen('contabilita', '/carte', async (world) => {
    const { id, rev } = await made(world)
    expect((await (await world.as('contabilita')).post('/cards/status', { id, rev, status: 'active' })).status).toBe(200)
    const { pin } = await rowOf(world, id)
    await world.open(`/carte/${id}`)
    const sent = writes()
    const ask = async (answer: string) => {
      await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Rigenera PIN' }))
      const dialog = await dialogOf('Rigenerare il PIN?')
      dialog.getByText('Il PIN attuale smette di valere. Quello nuovo si legge solo sulla sua busta.')
      await world.user.click(dialog.getByRole('button', { name: answer }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await ask('Annulla')
    expect([sent, (await rowOf(world, id)).pin]).toEqual([[], pin])
    await ask('Rigenera')
    await screen.findByText('PIN rigenerato')
    expect(sent).toEqual([[`POST /cards/${id}/pin`]])
    expect((await rowOf(world, id)).pin).not.toBe(pin)
  }))

test('the log of a card stands on its page, that of no other, and only for who may write cards', async () => {
  await onScreen('contabilita', '/carte', async (world) => {
    const { id } = await made(world)
    const conta = await world.as('contabilita')
    expect((await conta.post('/cards', { ...card, plate: 'ZZ124ZZ' })).status).toBe(201)
    await world.open(`/carte/${id}`)
    await tab(world, /^Log$/)
    await waitFor(() => expect(cells().map((row) => row[1])).toEqual(['Creazione']))
    expect(world.network.asked.some((one) => one.includes('/customers/logs') && one.includes(`card_id=${id}`))).toBe(true)
  })
  await onScreen('lettura.conta', '/carte', async (world) => {
    const { id } = await made(world)
    await world.open(`/carte/${id}`)
    await screen.findByRole('tab', { name: 'Dati' })
    expect(screen.queryByRole('tab', { name: 'Log' })).toBeNull()
  })
})

test('who leaves a change of a card changes nothing; its form keeps the fuels and limits that were chosen, and no others', () =>
  onScreen('contabilita', '/carte', async (world) => {
    const { id, number, rev } = await made(world)
    expect((await (await world.as('contabilita')).post('/cards/status', { id, rev, status: 'active' })).status).toBe(200)
    const before = await rowOf(world, id)
    await world.open(`/carte/${id}`)
    const block = () => change(world, 'Attiva', 'Blocca')
    await leaveTwice(world, `Blocca la tessera ${number}?`, block)
    const plate = `Cambio targa della tessera ${number}`
    await leaveTwice(
      world,
      plate,
      () => menu(world, 'Altro', 'Cambio targa'),
      () => write(world, /^Targa/, 'ZZ999ZZ'),
    )
    const form = /^Modifica/
    await press(world, 'Modifica')
    await write(world, /^Plafond giornaliero/, '9,00')
    await leave(world, form)
    expect(await rowOf(world, id)).toEqual(before)
    await press(world, 'Modifica')
    await world.user.click(await screen.findByRole('combobox', { name: /^Carburanti ammessi/ }))
    await world.user.click(await screen.findByRole('option', { name: 'Gasolio' }))
    await world.user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: form })
    await write(world, /^Plafond giornaliero/, '99,00')
    await pressIn(world, form, 'Salva')
    await gone()
    expect(await rowOf(world, id)).toMatchObject({ fuel_ids: [2], limit_day: 99, limit_month: 1_500 })
  }))

test('cards are listed by type, a new one is made from there, and what the list finds is printed as the paper that was chosen', () =>
  onScreen('contabilita', '/carte', async (world) => {
    const { number } = await made(world)
    await world.open('/carte?search=zz123zz')
    await waitFor(() => expect(cells()).toHaveLength(1))
    const tabs = within(await screen.findByRole('radiogroup', { name: 'Tipo' }))
    await world.user.click(tabs.getByRole('radio', { name: /^Prepagata/ }))
    await waitFor(() => expect(world.address()).toMatch(/type=prepaid/))
    await waitFor(() => expect(screen.queryByText(number)).toBeNull())
    await world.user.click(tabs.getByRole('radio', { name: /^Fine mese/ }))
    await waitFor(() => expect(cells().map(([shown]) => shown)).toEqual([number]))
    const count = await world.db.$count(cards)
    await leaveTwice(world, 'Nuova tessera', () => press(world, 'Nuova tessera'))
    expect(await world.db.$count(cards)).toBe(count)
    await leaveTwice(world, 'Stampa documenti', () => press(world, 'Stampa'))
    await press(world, 'Stampa')
    const dialog = await dialogOf('Stampa documenti')
    await dialog.findByText(/^1 tessera, /)
    const papers = dialog.getAllByRole('radio')
    await world.user.click(papers.at(-1)!)
    expect(papers.map((one) => (one as HTMLInputElement).checked)).toEqual(papers.map((_, at) => at === papers.length - 1))
    await world.user.click(dialog.getByRole('button', { name: 'Stampa' }))
    await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+/))
  }))

test('with cards ticked "Stampa" prints these alone, and says so', () =>
  onScreen('contabilita', '/carte', async (world) => {
    await waitFor(() => expect(cells().length).toBeGreaterThan(2))
    const ticks = screen.getAllByRole('checkbox', { name: /^Seleziona / })
    await world.user.click(ticks.at(-1)!)
    await world.user.click(ticks.at(-2)!)
    await press(world, 'Stampa')
    const dialog = await dialogOf('Stampa documenti')
    await dialog.findByText(/^2 tessere, quelle selezionate, in un solo PDF; quelle chiuse non vengono stampate\./)
    await world.user.click(dialog.getByRole('button', { name: 'Stampa' }))
    await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+/))
    const [job] = await world.db.select().from(job_history)
    expect((job!.input as { ids: number[] }).ids).toHaveLength(2)
  }))
