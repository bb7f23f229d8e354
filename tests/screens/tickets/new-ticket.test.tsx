// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/dashboard/UnsavedDrafts.tsx'
import '../../../src/features/tickets/NewTicket.tsx'
import '../../../src/features/tickets/PendingTicket.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/features/tickets/UndoSend.tsx'
import '../../../src/features/tickets/UnsentTickets.tsx'
import '../../../src/features/tickets/ticket.page.tsx'
import '../../../src/features/tickets/tickets.page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { formDraft } from '../../../src/crud/form/form-draft.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { engineOf } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const paper = (name: string) => new File(['%PDF-1.4\n1 0 obj\n%%EOF\n'], name, { type: 'application/pdf' })
const PLACELESS = 'Varie'
/** A manager at "Nuovo ticket", with a category that asks for no station. */
const atForm = (test: (world: Screen) => Promise<void>) =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    await world.db.update(ticket_categories).set({ active: false })
    await world.db.insert(ticket_categories).values({ name: PLACELESS, position: 0 })
    connection.set('online')
    await world.open('/tickets/nuovo')
    await screen.findByRole('textbox', { name: /Oggetto/ })
    await test(world)
  })
const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Oggetto/ })
async function write({ user }: Screen, words: string) {
  await user.click(await screen.findByRole('combobox', { name: /Categoria/ }))
  await user.click(await screen.findByRole('option', { name: PLACELESS }))
  await user.click(await subject())
  await user.paste(words)
  await user.click(screen.getByRole('textbox', { name: /Descrizione/ }))
  await user.paste('Non eroga da stamattina.')
}
async function attach({ user }: Screen, name: string) {
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, paper(name))
  await screen.findByRole('button', { name: `Togli ${name}` })
}
const stored = async () => (await outbox().listDrafts()).map(({ data }) => data as any)
const drain = async () => {
  return engineOf(session.get().user!.id).wake('user')
}
const newest = async ({ db }: Screen) => (await db.select().from(tickets).orderBy(desc(tickets.id)).limit(1))[0]!

test('a ticket is opened without a network with its file, is read after a reload, commented on, and arrives once with both', () =>
  atForm(async (world) => {
    const before = await world.db.$count(tickets)
    await write(world, 'Pompa 3 ferma')
    await attach(world, 'preventivo.pdf')
    world.network.down = true
    await world.user.dblClick(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    const address = world.address()
    expect(await outbox().list()).toMatchObject([{ endpoint: 'tickets.create', state: 'queued', photos: [expect.any(String)] }])
    await world.user.click(await screen.findByRole('textbox', { name: 'Risposta' }))
    await world.user.paste('Anche la 4')
    await world.user.click(screen.getByRole('button', { name: 'Invia' }))
    await screen.findByText('Anche la 4', { selector: 'p' })
    await world.reload(address)
    await screen.findByText('Non eroga da stamattina.', { selector: 'p' })
    await screen.findByText('Anche la 4', { selector: 'p' })
    expect((await outbox().list()).at(-1)!.label).toBe('Commento: Risposta a «Pompa 3 ferma»')
    await world.open('/tickets')
    const waiting = within((await screen.findByText('Da inviare')).closest('[role=alert]')!)
    await world.user.click(await waiting.findByRole('link', { name: 'Pompa 3 ferma' }))
    await screen.findByText('Anche la 4', { selector: 'p' })

    world.network.down = false
    await drain()
    await waitFor(async () => expect((await outbox().list()).map(({ state }) => state)).toEqual(['sent', 'sent']))
    const made = await newest(world)
    expect(await world.db.$count(tickets)).toBe(before + 1)
    // The page of the device leads to the ticket.
    await waitFor(() => expect(world.address()).toBe(`/tickets/${made.id_year}/${made.id_number}`))
    const whole = (await (await world.as('gestore')).get(`/support/ticket/${made.id_year}/${made.id_number}`)).body.data
    expect(whole).toMatchObject({
      ...{ uid: new URL(address, 'http://x').searchParams.get('bozza'), subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.' },
      ...{
        attachments: [{ originalName: 'preventivo.pdf' }],
        comments: [{ message: 'Anche la 4' }],
        requester: { id: session.get().user!.id },
      },
    })
    await world.open('/tickets')
    await waitFor(() => expect(screen.queryByText('Da inviare')).toBeNull())
    // Both lead to the ticket, by the number it has now.
    await world.open('/invii')
    expect(await screen.findAllByText(new RegExp(` · numero ${made.id_year}/${made.id_number}$`))).toHaveLength(2)
    await world.user.click(screen.getByRole('link', { name: 'Apri: Risposta a «Pompa 3 ferma»' }))
    await waitFor(() => expect(world.address()).toBe(`/tickets/${made.id_year}/${made.id_number}`))
  }))

test('one that the server refuses is the form again, with its words at the field, and arrives corrected', () =>
  atForm(async (world) => {
    await write(world, 'Pompa 3 ferma')
    await attach(world, 'preventivo.pdf')
    world.network.down = true
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    await world.db.update(ticket_categories).set({ active: false })
    await world.db.insert(ticket_categories).values({ name: 'Pompe', position: 0 })
    world.network.down = false
    await drain()
    await world.open('/invii')
    await world.user.click(await screen.findByRole('link', { name: 'Correggi' }))
    await waitFor(async () => expect((await subject()).value).toBe('Pompa 3 ferma'))
    await screen.findAllByText('Il valore selezionato per Categoria non esiste.')
    await screen.findByRole('button', { name: 'Togli preventivo.pdf' })
    await world.reload(world.address())
    await world.user.click(await screen.findByRole('combobox', { name: /Categoria/ }))
    await world.user.click(await screen.findByRole('option', { name: 'Pompe' }))
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    await drain()
    await waitFor(async () => expect((await outbox().list()).map(({ state }) => state)).toEqual(['sent']))
    const { id_year, id_number } = await newest(world)
    const whole = (await (await world.as('gestore')).get(`/support/ticket/${id_year}/${id_number}`)).body.data
    expect(whole).toMatchObject({
      subject: 'Pompa 3 ferma',
      category: { name: 'Pompe' },
      attachments: [{ originalName: 'preventivo.pdf' }],
    })
  }))

test('what must be said is said at its field, and the text and files of a draft are there after a reload, beside those of another', () =>
  atForm(async (world) => {
    await world.user.click(await subject())
    await world.user.paste('Prima')
    await attach(world, 'preventivo.pdf')
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findAllByText('Il campo Categoria è obbligatorio.')
    await screen.findAllByText('Il campo Descrizione è obbligatorio.')
    const first = world.address()
    await world.open('/tickets/nuovo')
    await waitFor(async () => expect((await subject()).value).toBe(''))
    expect(world.address()).not.toBe(first)
    await world.user.click(await subject())
    await world.user.paste('Seconda')
    await waitFor(async () => expect((await stored()).map(({ values }) => values.subject)).toHaveMembers(['Prima', 'Seconda']))
    await world.reload('/dashboard')
    await world.user.click(await screen.findByRole('link', { name: /^Nuovo ticket «Prima»/ }))
    await waitFor(async () => expect((await subject()).value).toBe('Prima'))
    await screen.findByRole('button', { name: 'Togli preventivo.pdf' })
    await screen.findByText(/^Bozza recuperata del/)
    await world.open('/tickets')
    const drafts = within((await screen.findByText('Bozze')).closest('[role=alert]')!)
    await world.user.click(await drafts.findByRole('link', { name: 'Seconda' }))
    await waitFor(async () => expect((await subject()).value).toBe('Seconda'))
    await world.user.click(await screen.findByRole('button', { name: 'Scarta bozza' }))
    await world.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Scarta' }))
    await waitFor(async () => expect((await stored()).map(({ values }) => values.subject)).toEqual(['Prima']))
  }))

test('a draft of the version before, kept among those of plain forms, goes on', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    const values = {
      station_id: null,
      category_id: null,
      equipment: null,
      subject: 'Di ieri',
      description: 'Scritta prima',
      priority: 2,
      contact: '',
    }
    const old = formDraft(session.get().user!.id, 'tickets.create::')
    old.write({ values, base: {}, rev: undefined, attempt: undefined, href: '/tickets/nuovo', title: 'Nuovo ticket' })
    await old.flush()
    await world.open('/tickets/nuovo')
    await waitFor(async () => expect((await subject()).value).toBe('Di ieri'))
    expect(await stored()).toMatchObject([{ values: { subject: 'Di ieri', description: 'Scritta prima', priority: 2 } }])
    expect(await old.read()).toBeUndefined()
  }))

test('the office takes in a ticket and its comment from what a device has exported, once, and tells what was never confirmed', () =>
  atForm(async (world) => {
    await write(world, 'Dallo ZIP')
    await attach(world, 'preventivo.pdf')
    world.network.down = true
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await world.user.click(await screen.findByRole('textbox', { name: 'Risposta' }))
    await world.user.paste('Con una risposta')
    await world.user.click(screen.getByRole('button', { name: 'Invia' }))
    await screen.findByText('Con una risposta', { selector: 'p' })
    await world.open('/tickets/nuovo')
    await waitFor(async () => expect((await subject()).value).toBe(''))
    await world.user.click(await subject())
    await world.user.paste('Mai confermato')
    await waitFor(async () => expect((await stored()).map(({ values }) => values.subject)).toContain('Mai confermato'))
    const zip = await zipOf(await outbox().exportData(), outbox().bytesOf)
    const admin = await world.as('admin')
    const take = async () =>
      (await admin.upload('/inspection/rescue', [{ name: 'invii.zip', bytes: Buffer.from(await zip.arrayBuffer()) }])).body.data
    const report = await take()
    expect(report.items.map(({ result, reason }: any) => [result, reason])).toEqual([
      ['imported', null],
      ['imported', null],
    ])
    expect(report.photos).toMatchObject({ imported: 1, refused: [] })
    expect(report.drafts.map(({ label, reason }: any) => [label, reason])).toEqual([
      ['Nuovo ticket «Mai confermato»', 'Non era stato salvato. Testo: Mai confermato'],
    ])
    expect((await take()).items.map(({ result }: any) => result)).toEqual(['present', 'present'])
    world.network.down = false
    await drain()
    await waitFor(async () => expect((await outbox().list()).map(({ state }) => state)).toEqual(['sent', 'sent']))
    const found = await world.db.select().from(tickets).where(eq(tickets.subject, 'Dallo ZIP'))
    expect(found).toHaveLength(1)
    const whole = (await admin.get(`/support/ticket/${found[0]!.id_year}/${found[0]!.id_number}`)).body.data
    expect(whole).toMatchObject({ attachments: [{ originalName: 'preventivo.pdf' }], comments: [{ message: 'Con una risposta' }] })
  }))
