// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { signIn } from '../../api/support/world.ts'
import { engineOf } from '../support/device.ts'
import { gone, menu, press, pressIn, write } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
const drain = () => engineOf(session.get().user!.id).wake('user')
const states = async () => (await outbox().list()).map(({ state }) => state)
const said = async (text: string) => within((await screen.findByText(text, { selector: 'p' })).closest('article')!)
/** Answers the ticket that is open. */
async function answer({ user }: Screen, text: string) {
  await user.click(await screen.findByRole('textbox', { name: 'Risposta' }))
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Invia' }))
}

const COLUMNS = ['Aperto', 'Assegnato', 'In lavorazione', 'In attesa']
// By selectors: on a board, what each part is called takes jsdom longer than all the rest.
const column = (name: string) => document.querySelector('[aria-label=Lavagna]')!.children[COLUMNS.indexOf(name)] as HTMLElement
const cardOf = (subject: string) =>
  [...document.querySelectorAll<HTMLElement>('[aria-label=Lavagna] li')].find((card) => card.textContent!.includes(subject))
/** The columns of the board beside each other, 200 pixels wide, with their cards in them. */
function layOut() {
  const { getBoundingClientRect } = Element.prototype
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const at = COLUMNS.findIndex((name) => column(name).contains(this))
    return at < 0 ? getBoundingClientRect.call(this) : new DOMRect(at * 200, 0, 190, this.tagName === 'LI' ? 60 : 600)
  }
}
const middleOf = (name: string) => ({ clientX: COLUMNS.indexOf(name) * 200 + 95, clientY: 30 })
/** Takes the card of that subject with the mouse as far as a column, where it hangs until the mouse is let go. */
function takes(subject: string, to: string) {
  const card = cardOf(subject)!
  const from = COLUMNS.find((name) => column(name).contains(card))!
  fireEvent.mouseDown(card, { ...middleOf(from), button: 0 })
  fireEvent.mouseMove(document, { clientX: middleOf(from).clientX + 20, clientY: 35 })
  fireEvent.mouseMove(document, middleOf(to))
  return { lets: () => fireEvent.mouseUp(document, middleOf(to)) }
}

test('a card of the board is dragged into another column, back where it was by Esc, and where several states are meant one is chosen', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { id, y, n } = await openedBy(world, helpdesk)
    await helpdesk.post(`/support/ticket/${y}/${n}/update`, {
      rev: (await helpdesk.get(`/support/ticket/${y}/${n}`)).body.data.rev,
      status_id: 3,
    })
    const now = async () => (await world.db.select().from(tickets).where(eq(tickets.id, id)))[0]!
    const [before, writes] = [await now(), world.network.writes.length]
    await world.open('/tickets?scheda=lavagna')
    await waitFor(() => expect(cardOf('Pompa 3 ferma')).toBeDefined())
    layOut()
    takes('Pompa 3 ferma', 'In attesa')
    await waitFor(() => expect(column('In attesa').dataset.over).toBe('true'))
    expect(COLUMNS.map((name) => column(name).dataset.takes)).toEqual(['false', 'false', 'true', 'true'])
    fireEvent.keyDown(document, { key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(column('In attesa').dataset.takes).toBeUndefined())
    expect([await now(), world.network.writes.length]).toEqual([before, writes])
    const drag = takes('Pompa 3 ferma', 'In attesa')
    await waitFor(() => expect(column('In attesa').dataset.over).toBe('true'))
    drag.lets()
    await dialogOf(/: In attesa$/)
    await world.user.keyboard('{Escape}')
    await gone()
    expect(await now()).toEqual(before)
    const again = takes('Pompa 3 ferma', 'In attesa')
    await waitFor(() => expect(column('In attesa').dataset.over).toBe('true'))
    again.lets()
    await pressIn(world, /: In attesa$/, 'In attesa: ditta esterna')
    await gone()
    await waitFor(() => expect(column('In attesa').textContent).toContain('Pompa 3 ferma'))
    expect(await now()).toMatchObject({ status_id: 4, waiting_for: 'company' })
  }))

test('a ticket that is moved to another station forgets the piece of equipment, which belongs to one', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const admin = await world.as('admin')
    const [terminal] = (await admin.get('/bank/pos')).body.data.data
    const here = terminal.station.id
    const { y, n, id } = await openedBy(world, admin, { station_id: here, equipment: { type: 'pos', id: terminal.id } })
    const now = async () => (await world.db.select().from(tickets).where(eq(tickets.id, id)))[0]!
    expect((await now()).equipment).toMatchObject({ type: 'pos', id: terminal.id })
    const [other] = (await admin.get('/suggestions/stations')).body.data.filter((one: { id: number }) => one.id !== here)
    await world.open(`/tickets/${y}/${n}`)
    await screen.findByText('Non eroga da stamattina.')
    await menu(world, 'Altro', 'Modifica')
    const place = await screen.findByRole('combobox', { name: 'Punto vendita' })
    await screen.findByRole('combobox', { name: 'Quale' })
    await world.user.clear(place)
    await world.user.type(place, other.code)
    await world.user.click(await screen.findByRole('option', { name: new RegExp(`^${other.code} `) }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Quale' })).toBeNull())
    await pressIn(world, 'Modifica il ticket', 'Salva')
    await gone()
    expect(await now()).toMatchObject({ station_id: other.id, equipment: null })
  }))

test('an answer that a closed ticket refused is written anew and sent, and another is deleted once that is confirmed', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { network } = world
    const office = await world.as('sup.ticket')
    const { y, n } = await openedBy(world, await signIn(world.app, 'helpdesk'))
    const at = `/support/ticket/${y}/${n}`
    const comments = async () => (await office.get(at)).body.data.comments.map(({ message }: { message: string }) => message)
    connection.set('online')
    await world.open(`/tickets/${y}/${n}`)
    await screen.findByRole('textbox', { name: 'Risposta' })
    network.down = true
    await answer(world, 'Ancora ferma')
    await said('Ancora ferma')
    await office.post(at, { resolution: 'Sistemata' })
    network.down = false
    await drain()
    const card = await said('Ancora ferma')
    await world.user.click(await card.findByRole('button', { name: 'Correggi' }))
    await write(world, 'Testo', 'Ferma da ieri')
    await office.post(`${at}/reopen`, { message: 'Si rivede' })
    await press(world, 'Salva e invia')
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent']))
    expect(await comments()).toEqual(['Si rivede', 'Ferma da ieri'])
    await world.reload()
    await screen.findByRole('textbox', { name: 'Risposta' })
    network.down = true
    await answer(world, 'Per errore')
    // Before it is tried it can be taken back, and afterwards deleted.
    await (await said('Per errore')).findByRole('button', { name: 'Annulla invio' })
    await drain()
    await world.user.click(await (await said('Per errore')).findByRole('button', { name: 'Elimina' }))
    await pressIn(world, 'Eliminare senza inviare?', 'Annulla')
    await gone()
    await world.user.click((await said('Per errore')).getByRole('button', { name: 'Elimina' }))
    await pressIn(world, 'Eliminare senza inviare?', 'Elimina')
    await waitFor(() => expect(screen.queryByText('Per errore', { selector: 'p' })).toBeNull())
    network.down = false
    await drain()
    expect(await comments()).toEqual(['Si rivede', 'Ferma da ieri'])
  }))

test('of an answer that was written on two devices the one from elsewhere is taken', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const phone = await signIn(world.app, 'helpdesk')
    const { y, n } = await openedBy(world, phone)
    const draft = `/support/ticket/${y}/${n}/draft`
    connection.set('online')
    await world.open(`/tickets/${y}/${n}`)
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Risposta' })
    world.network.down = true
    await world.user.click(box)
    await world.user.paste('Dal computer')
    await phone.put(draft, { uuid: crypto.randomUUID(), message: 'Dal telefono', internal: false, mentions: [] })
    world.network.down = false
    connection.set('online')
    await screen.findByText('Hai scritto anche su un altro dispositivo', {}, { timeout: 10_000 })
    await press(world, 'Usa quella')
    await waitFor(() => expect(box.value).toBe('Dal telefono'))
    expect(screen.queryByText('Hai scritto anche su un altro dispositivo')).toBeNull()
    expect((await phone.get(draft)).body.data.message).toBe('Dal telefono')
  }))

test('pictures of a ticket open large, one after the other, and close again', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    for (const name of ['pompa.jpg', 'targa.jpg'])
      await helpdesk.upload(`/support/ticket/${y}/${n}/upload`, [{ name, bytes: await jpeg() }])
    await world.open(`/tickets/${y}/${n}`)
    const small = async (name: string) => {
      const button = await screen.findByRole('button', { name: `Apri ${name}` })
      return waitFor(() =>
        button.isConnected && button.querySelector('img') ? button : screen.getByRole('button', { name: `Apri ${name}` }),
      )
    }
    await waitFor(async () => expect((await small('targa.jpg')).querySelector('img')).not.toBeNull())
    await world.user.click(await small('pompa.jpg'))
    const large = await dialogOf('pompa.jpg')
    large.getByText('1 di 2')
    await world.user.click(large.getByRole('button', { name: 'Foto successiva' }))
    ;(await dialogOf('targa.jpg')).getByText('2 di 2')
    await world.user.keyboard('{Escape}')
    await gone()
  }))
