// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/RecallComment.tsx'
import '../../../src/features/tickets/UndoSend.tsx'
import '../../../src/features/tickets/ticket.page.tsx'
import '../../../src/features/tickets/tickets.page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ticket_categories, ticket_comments } from '../../../server/db/schema/tickets/tickets.ts'
import { auth } from '../../../src/contract/kernel/auth.ts'
import { ticketDb } from '../../../src/features/tickets/offline-tickets.ts'
import { openReply } from '../../../src/features/tickets/reply-editor.ts'
import { call } from '../../../src/lib/api.ts'
import { notices, notify } from '../../../src/lib/notify.ts'
import { connection } from '../../../src/lib/online.ts'
import { session, startSession } from '../../../src/lib/session.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { type Caller, PASSWORD, signIn } from '../../api/support/world.ts'
import { engineOf } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const CLOSED = 'Il ticket è chiuso. Riaprirlo per aggiungere commenti.'
interface Opened {
  at: string
  page: string
  office: Caller
  comments(): Promise<{ message: string; internal: boolean; attachments: unknown[] }[]>
}
/** A helpdesk agent at a ticket of their own. */
const atTicket = (test: (world: Screen, ticket: Opened) => Promise<void>) =>
  onScreen('helpdesk', '/tickets', async (world) => {
    const agent = await signIn(world.app, 'helpdesk')
    const office = await world.as('sup.ticket')
    const [category] = await world.db.select().from(ticket_categories).where(eq(ticket_categories.requires_station, false)).limit(1)
    const body = { category_id: category!.id, subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.' }
    const { id_year, id_number } = (await agent.post('/support/ticket', body)).body.data
    const at = `/support/ticket/${id_year}/${id_number}`
    const page = `/tickets/${id_year}/${id_number}`
    connection.set('online')
    await world.open(page)
    await test(world, { at, page, office, comments: async () => (await office.get(at)).body.data.comments })
  })
async function drain() {
  return engineOf(session.get().user!.id).wake('user')
}
const states = async () => (await outbox().list()).map(({ state }) => state)
const box = () => screen.findByRole('textbox', { name: /^(Risposta|Nota interna)/ })
async function write({ user }: Screen, text: string) {
  await user.click(await box())
  await user.paste(text)
}
/** An empty text sends what stands in the box. */
async function send(world: Screen, text: string) {
  if (text) await write(world, text)
  await world.user.dblClick(screen.getByRole('button', { name: /^(Invia|Salva nota)$/ }))
  if (text) await said(text)
}
const said = async (text: string) => within((await screen.findByText(text, { selector: 'p' })).closest('article')!)

test('without a network comments wait in the conversation, through a reload, and are sent once and in order', () =>
  atTicket(async (world, ticket) => {
    const { network, reload, user } = world
    await box()
    network.down = true
    await send(world, 'Sto arrivando')
    await (await said('Sto arrivando')).findByText('In attesa di invio')
    await user.click(screen.getByRole('switch', { name: 'Nota interna' }))
    await send(world, 'Manca il ricambio')
    expect(await states()).toEqual(['queued', 'queued'])
    network.down = false
    await reload()
    await (await said('Manca il ricambio')).findByText('In attesa di invio')
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']))
    expect((await ticket.comments()).map(({ message, internal }) => [message, internal])).toEqual([
      ['Sto arrivando', false],
      ['Manca il ricambio', true],
    ])
    await reload()
    await said('Manca il ricambio')
    expect(screen.getAllByText('Sto arrivando', { selector: 'p' })).toHaveLength(1)
    expect(screen.queryByText('In attesa di invio')).toBeNull()
  }))

test('one that met a closed ticket says so in the server’s words, and goes when the ticket is open again', () =>
  atTicket(async (world, ticket) => {
    const { network, user, reload } = world
    await box()
    network.down = true
    await send(world, 'Ancora ferma')
    await ticket.office.post(ticket.at, { resolution: 'Sistemata' })
    network.down = false
    await drain()
    const card = await said('Ancora ferma')
    await card.findByText(CLOSED)
    await card.findByText('Da correggere')
    await user.click(card.getByRole('button', { name: 'Copia il testo' }))
    expect(await navigator.clipboard.readText()).toBe('Ancora ferma')
    // From the list of all that waits one comes to this one, ready to be corrected.
    await world.open('/invii')
    await user.click(await screen.findByRole('link', { name: 'Correggi' }))
    const text = await screen.findByRole('textbox', { name: 'Testo' })
    await waitFor(() => expect(document.activeElement).toBe(text))
    expect(text).toHaveProperty('value', 'Ancora ferma')
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    await ticket.office.post(`${ticket.at}/reopen`, { message: 'Si rivede' })
    await user.click((await said('Ancora ferma')).getByRole('button', { name: 'Riprova' }))
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent']))
    expect((await ticket.comments()).map(({ message }) => message)).toEqual(['Si rivede', 'Ancora ferma'])
    await reload()
    await said('Ancora ferma')
  }))

test('what is being written is on the server within three seconds, on another device, and gone once it is sent', () =>
  atTicket(async (world, ticket) => {
    const phone = await signIn(world.app, 'helpdesk')
    const draft = async () => (await phone.get(`${ticket.at}/draft`)).body.data
    await write(world, 'Arrivo alle')
    await waitFor(async () => expect(await draft()).toMatchObject({ message: 'Arrivo alle' }), { timeout: 3_000 })
    // Written on, on the phone.
    const held = await draft()
    await phone.put(`${ticket.at}/draft`, { ...held, message: 'Arrivo alle 15' })
    await world.reload()
    await box()
    await screen.findByDisplayValue('Arrivo alle 15')
    await world.user.click(screen.getByRole('button', { name: 'Invia' }))
    await said('Arrivo alle 15')
    await drain()
    await waitFor(async () => expect(await draft()).toBeNull())
    expect((await ticket.comments()).map(({ message }) => message)).toEqual(['Arrivo alle 15'])
    expect(await box()).toHaveProperty('value', '')
  }))

test('what was written on two devices at once is asked about, and nothing of it is lost', () =>
  atTicket(async (world, ticket) => {
    const phone = await signIn(world.app, 'helpdesk')
    await box()
    world.network.down = true
    await write(world, 'Dal computer')
    const uuid = crypto.randomUUID()
    await phone.put(`${ticket.at}/draft`, { uuid, message: 'Dal telefono', internal: false, mentions: [] })
    world.network.down = false
    connection.set('online')
    const alert = within((await screen.findByText('Dal telefono', {}, { timeout: 5_000 })).closest('[role=status]')!)
    await world.user.click(alert.getByRole('button', { name: 'Tieni questa' }))
    await waitFor(async () => expect((await phone.get(`${ticket.at}/draft`)).body.data.message).toBe('Dal computer'), { timeout: 5_000 })
  }))

test('what one person has written on a tablet the next neither sees nor sends, and it goes as its author’s', () =>
  atTicket(async (world, ticket) => {
    const here = async (name: string) => {
      await startSession(await call(auth.login, { email: `${name}@demo.example.it`, password: PASSWORD }), async (_, key) => key)
      await world.reload()
      await box()
    }
    await box()
    world.network.down = true
    await send(world, 'Del primo')
    await write(world, 'Ancora mio')
    await waitFor(async () => expect((await outbox().listDrafts()).map(({ data }: any) => data.message)).toEqual(['Ancora mio']))
    world.network.down = false
    await here('sup.ticket')
    expect(screen.queryByText('Del primo')).toBeNull()
    expect(await box()).toHaveProperty('value', '')
    await drain()
    expect(await states()).toEqual([])
    expect(await ticket.comments()).toEqual([])
    await here('helpdesk')
    await said('Del primo')
    expect(await box()).toHaveProperty('value', 'Ancora mio')
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent']))
    expect(await ticket.comments()).toMatchObject([{ message: 'Del primo', user: { id: session.get().user!.id } }])
  }))

test('the office takes in what a device has exported, once, and tells what was never sent', () =>
  atTicket(async (world, ticket) => {
    await box()
    world.network.down = true
    await send(world, 'Prima')
    await send(world, 'Seconda')
    await write(world, 'Mai inviata')
    await waitFor(async () => expect((await outbox().listDrafts()).map(({ data }: any) => data.message)).toEqual(['Mai inviata']))
    const zip = await zipOf(await outbox().exportData(), outbox().bytesOf)
    const admin = await world.as('admin')
    const take = async () =>
      (await admin.upload('/inspection/rescue', [{ name: 'invii.zip', bytes: Buffer.from(await zip.arrayBuffer()) }])).body.data
    const first = await take()
    expect(first.items.map(({ result }: any) => result)).toEqual(['imported', 'imported'])
    expect(first.drafts.map(({ reason }: any) => reason)).toEqual(['Non era stato inviato. Testo: Mai inviata'])
    expect((await take()).items.map(({ result }: any) => result)).toEqual(['present', 'present'])
    expect((await ticket.comments()).map(({ message }) => message)).toEqual(['Prima', 'Seconda'])
    world.network.down = false
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']))
    expect(await ticket.comments()).toHaveLength(2)
  }))

test('a ticket of one’s own is read without a network; one that is not on the device says so', () =>
  atTicket(async (world, ticket) => {
    await said('Non eroga da stamattina.')
    await world.reload('/tickets')
    await waitFor(async () => expect(await ticketDb()!.tickets.count()).toBe(1))
    const other = await ticket.office.post('/support/ticket', {
      ...{ category_id: 1, subject: 'Di altri', description: 'Che qui non è mai arrivato.' },
    })
    const { id_year, id_number } = other.body.data
    world.network.down = true
    connection.set('offline')
    await screen.findByText(/^Leggibili su questo dispositivo: \d+ ticket/)
    await world.open(`/tickets/${id_year}/${id_number}`)
    await screen.findByText(/^Senza rete questa pagina non è completa\./)
    expect(screen.queryByText(/non è su questo dispositivo/i), 'said once').toBeNull()
    await world.open(ticket.page)
    await said('Non eroga da stamattina.')
    connection.set('online')
  }))

test('a reply that is left while its person signs out ends quietly', () =>
  atTicket(async () => {
    const reply = await openReply({ year: 2026, number: 999, subject: 'Mai aperto' })
    reply.change(() => ({ message: 'x' }))
    await new Promise((done) => setTimeout(done, 500))
    reply.change(() => ({ message: '' }))
    const before = session.get()
    const load = outbox().loadDraft
    const signingOut = vi.spyOn(outbox(), 'loadDraft').mockImplementation(async (key) => {
      const found = await load(key)
      session.set({ ...before, user: undefined })
      return found
    })
    await expect(reply.close()).resolves.toBeUndefined()
    expect(signingOut).toHaveBeenCalled()
    signingOut.mockRestore()
    session.set(before)
  }))

test('an answer that was not tried yet may be taken back: it stands in the box again, above what was typed since, through a reload', () =>
  atTicket(async (world, ticket) => {
    await send(world, 'Arrivo alle 51')
    const card = await said('Arrivo alle 51')
    await write(world, 'Porto il ricambio')
    await world.user.click(await card.findByRole('button', { name: 'Annulla invio' }))
    await screen.findByDisplayValue(/^Arrivo alle 51\s+Porto il ricambio$/)
    await waitFor(async () => expect(document.activeElement).toBe(await box()))
    await waitFor(() => expect(screen.queryByText('Arrivo alle 51', { selector: 'p' })).toBeNull())
    expect(await states()).toEqual([])
    await world.reload()
    await screen.findByDisplayValue(/^Arrivo alle 51\s+Porto il ricambio$/)
    expect(await ticket.comments()).toEqual([])
  }))

/** So that the ten seconds do not pass while a busy machine draws the page. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
}
const attach = ({ user }: Screen, name: string) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file][multiple]')!, new File([name], name, { type: 'text/plain' }))

test('an answer that has arrived may be taken back: text and file stand in the box again, above what was typed since, and nobody has it', () =>
  atTicket(async (world, ticket) => {
    stopClock()
    await write(world, 'Arrivo alle 51')
    await attach(world, 'nota.txt')
    await screen.findByRole('button', { name: 'Togli nota.txt' })
    await send(world, '')
    await said('Arrivo alle 51')
    await drain()
    await waitFor(async () => expect((await ticket.comments()).map(({ attachments }) => attachments)).toHaveLength(1))
    // It is not called sent as long as it may be taken back.
    const arrived = await said('Arrivo alle 51')
    await waitFor(() => expect(arrived.queryByText(/^(In attesa di invio|Invio in corso)$/)).toBeNull())
    expect(arrived.queryByText('Inviato')).toBeNull()
    await world.reload()
    const card = await said('Arrivo alle 51')
    await card.findByText('Annullabile per 10 s')
    // As the shell says it of what has arrived.
    notify.success('Commento inserito')
    await write(world, 'Porto il ricambio')
    await world.user.click(card.getByRole('button', { name: 'Annulla invio' }))
    await screen.findByText('Invio annullato')
    await waitFor(() => expect(notices.get().map(({ content }) => content)).not.toContain('Commento inserito'))
    await screen.findByDisplayValue(/^Arrivo alle 51\s+Porto il ricambio$/)
    await screen.findByRole('button', { name: 'Togli nota.txt' })
    await waitFor(() => expect(screen.queryByText('Arrivo alle 51', { selector: 'p' })).toBeNull())
    expect(await ticket.comments()).toEqual([])
    await world.reload()
    await screen.findByDisplayValue(/^Arrivo alle 51\s+Porto il ricambio$/)
    await screen.findByRole('button', { name: 'Togli nota.txt' })
    // Sent again it is another comment, with its file.
    await send(world, '')
    await said('Arrivo alle 51 Porto il ricambio')
    await drain()
    await waitFor(async () => expect((await ticket.comments())[0]).toMatchObject({ attachments: [{ originalName: 'nota.txt' }] }))
  }))

test('an answer that may be taken back no more stands, in the server’s words, and the box is as it was', () =>
  atTicket(async (world, ticket) => {
    stopClock()
    await send(world, 'Arrivo alle 51')
    await drain()
    await world.reload()
    const card = await said('Arrivo alle 51')
    const recall = await card.findByRole('button', { name: 'Annulla invio' })
    await write(world, 'Porto il ricambio')
    await world.db.update(ticket_comments).set({ recallable_until: null }).where(eq(ticket_comments.message, 'Arrivo alle 51'))
    await world.user.click(recall)
    await screen.findByText('Non si può più annullare l’invio: i 10 secondi sono passati o il ticket è stato chiuso.')
    await waitFor(async () => expect(await box()).toHaveProperty('value', 'Porto il ricambio'))
    expect((await ticket.comments()).map(({ message }) => message)).toEqual(['Arrivo alle 51'])
  }))

test('what the server was told of before it was taken back is no other device’s, and what is written anew is sent once', () =>
  atTicket(async (world, ticket) => {
    const phone = await signIn(world.app, 'helpdesk')
    const draft = async () => (await phone.get(`${ticket.at}/draft`)).body.data
    await write(world, 'Arrivo alle 51')
    await waitFor(async () => expect(await draft()).toMatchObject({ message: 'Arrivo alle 51' }), { timeout: 4_000 })
    await world.user.click(screen.getByRole('button', { name: 'Invia' }))
    await world.user.click(await (await said('Arrivo alle 51')).findByRole('button', { name: 'Annulla invio' }))
    await screen.findByDisplayValue('Arrivo alle 51')
    await write(world, ' e 10')
    await waitFor(async () => expect(await draft()).toMatchObject({ message: 'Arrivo alle 51 e 10' }), { timeout: 4_000 })
    expect(screen.queryByText('Hai scritto anche su un altro dispositivo')).toBeNull()
    await world.user.clear(await box())
    await send(world, 'Arrivo alle 15')
    await world.reload()
    await said('Arrivo alle 15')
    expect(await box()).toHaveProperty('value', '')
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent']))
    expect((await ticket.comments()).map(({ message }) => message)).toEqual(['Arrivo alle 15'])
  }))
