// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/form/TextDialog.tsx'
import '../../../src/features/tickets/AssignDialog.tsx'
import '../../../src/features/tickets/Board.tsx'
import '../../../src/features/tickets/EditTicket.tsx'
import '../../../src/features/tickets/NewTicket.tsx'
import '../../../src/features/tickets/PendingTicket.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/ui/ConfirmDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { ticket_assignments, ticket_comments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { engineOf } from '../support/device.ts'
import { cells, formIn, media, onScreen } from '../support/world.tsx'

/** One that the gestore has opened on the first station that they see. */
async function opened(
  { as }: Pick<World, 'as'>,
  subject = 'Pompa che perde',
  description = 'La pompa tre perde gasolio da stamattina.',
  more: object = {},
) {
  const gina = await as('gestore')
  const station = (await gina.get('/stations')).body.data.data[0].id
  const { categories } = (await gina.get('/support/ticket/info')).body.data
  const made = await gina.post('/support/ticket', { category_id: categories[0].id, station_id: station, subject, description, ...more })
  expect(made.status).toBe(201)
  const { id, id_year, id_number, uid } = made.body.data
  return {
    id,
    uid,
    station,
    number: `${id_year}/${id_number}`,
    page: `/tickets/${id_year}/${id_number}`,
    call: `/support/ticket/${id_year}/${id_number}`,
  }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
test('the list shows what is new until it is opened, by views that count', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    await world.open('/tickets/nuovi')
    await screen.findByText('Nuovo:')
    expect(world.address()).toContain('/tickets?view=new')
    const mine = cells().find((row) => row.includes(ticket.number))!
    expect(mine).toContain('Aperto')
    const told = () => Number(/^Tickets, (\d+) nuov[oi]$/.exec(entry().getAttribute('aria-label') ?? '')?.[1] ?? 0)
    const entry = () => document.querySelector<HTMLElement>('[aria-label="Assistenza"] a')!
    const helpdesk = await world.as('helpdesk')
    const fresh = (await helpdesk.get('/notifications')).body.data.new_tickets
    await waitFor(() => expect(told()).toBe(fresh))
    await world.user.click(screen.getByRole('link', { name: /Pompa che perde/ }))
    await screen.findByText('La pompa tre perde gasolio da stamattina.')
    await waitFor(async () =>
      expect((await world.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]).toMatchObject({ is_new: false }),
    )
    await waitFor(() => expect(told()).toBe(fresh - 1))
    await world.back()
    await waitFor(() => expect(screen.queryByText('Nuovo:')).toBeNull())
  }))

test('an agent takes it, writes a note and an answer, and closes it with the solution', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    connection.set('online')
    const ticket = await opened(world)
    await world.open(ticket.page)
    await world.user.click(await button('Assegna a me'))
    await screen.findByText('Ticket assegnato')
    await world.user.click(await screen.findByRole('switch', { name: 'Nota interna' }))
    await world.user.type(screen.getByRole('textbox', { name: 'Nota interna' }), 'Costa troppo')
    await world.user.click(screen.getByRole('button', { name: 'Salva nota' }))
    await screen.findByRole('article', { name: /Nota interna di Elio Helpdesk/ })
    // A note follows a note until that is chosen otherwise: nothing becomes public by itself.
    await world.user.click(await screen.findByRole('switch', { name: 'Nota interna' }))
    await world.user.type(await screen.findByRole('textbox', { name: 'Risposta' }), 'Arriviamo')
    await world.user.click(screen.getByRole('button', { name: 'Invia' }))
    await screen.findByRole('article', { name: /Risposta di Elio Helpdesk/ })
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')
    const said = () => world.db.select().from(ticket_comments).where(eq(ticket_comments.ticket_id, ticket.id)).orderBy(ticket_comments.id)
    await waitFor(async () =>
      expect((await said()).map(({ message, internal }) => [message, internal])).toEqual([
        ['Costa troppo', true],
        ['Arriviamo', false],
      ]),
    )
    await world.user.click(await button('Chiudi'))
    const dialog = await screen.findByRole('dialog')
    await world.user.click(within(dialog).getByRole('button', { name: 'Chiudi il ticket' }))
    await within(dialog).findByText('Il campo Soluzione è obbligatorio.')
    await world.user.type(within(dialog).getByRole('textbox'), 'Guarnizione cambiata')
    await world.user.click(within(dialog).getByRole('button', { name: 'Chiudi il ticket' }))
    await screen.findByText('Ticket chiuso')
    await screen.findByText(/^Il ticket è chiuso\. Può riaprirlo un supervisore/)
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    screen.getByText('Guarnizione cambiata')
  }))

test('who asked sees neither notes nor what agents do, and may close and reopen their own', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    const helpdesk = await world.as('helpdesk')
    await helpdesk.post(`${ticket.call}/comment`, { message: 'Segreto', internal: true })
    await helpdesk.post(`${ticket.call}/comment`, { message: 'Ci pensiamo noi' })
    await world.open(ticket.page)
    await screen.findByText('Ci pensiamo noi')
    expect(screen.queryByText('Segreto')).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Assegna a me' })).toBeNull()
    expect(screen.queryByText('Storico')).toBeNull()
    await world.user.click(await button('Chiudi'))
    const dialog = await screen.findByRole('dialog')
    await world.user.type(within(dialog).getByRole('textbox'), 'Si è sistemata')
    await world.user.click(within(dialog).getByRole('button', { name: 'Chiudi il ticket' }))
    await world.user.click(await button('Riapri'))
    const again = await screen.findByRole('dialog', { name: 'Riapri il ticket' })
    await world.user.type(within(again).getByRole('textbox'), 'Perde di nuovo')
    await world.user.click(within(again).getByRole('button', { name: 'Riapri il ticket' }))
    await screen.findByText('Ticket riaperto')
    await screen.findByText('Perde di nuovo')
  }))

test('a ticket is opened from a piece of equipment, which is named already', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { station } = await opened(world)
    const [tank] = (await (await world.as('admin')).get(`/station/tanks/${station}`)).body.data
    await world.open(`/stazioni/${station}?scheda=attrezzature&parte=cisterne&pezzo=${tank.id}`)
    await world.user.click(await screen.findByRole('link', { name: 'Apri ticket' }))
    await world.user.click(await screen.findByRole('button', { name: 'Apri ticket' }))
    expect((await screen.findAllByText('Il campo Categoria è obbligatorio.')).length).toBeGreaterThan(0)
    await world.user.click(screen.getByRole('combobox', { name: /Categoria/ }))
    await world.user.click((await screen.findAllByRole('option'))[0]!)
    await world.user.type(screen.getByRole('textbox', { name: /Oggetto/ }), '<img src=x onerror=alert(1)>')
    await world.user.type(screen.getByRole('textbox', { name: /Descrizione/ }), 'Il livello non torna con la sonda.')
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    await engineOf(session.get().user!.id).wake('user')
    await screen.findByRole('heading', { level: 1, name: /^\d+\/\d+ <img src=x onerror=alert\(1\)>/ })
    const [made] = await world.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1)
    expect(made).toMatchObject({ station_id: station, equipment: { type: 'tank', id: tank.id } })
  }))

test('on a phone conversation and details are two tabs, and the actions stand beside the state', async () => {
  media.phone = true
  try {
    await onScreen('helpdesk', '/utenti/profilo', async (world) => {
      const ticket = await opened(world)
      await world.open(ticket.page)
      await screen.findByRole('textbox', { name: 'Risposta' })
      await button('Scatta foto')
      await world.user.click(screen.getByRole('tab', { name: 'Dettagli' }))
      await screen.findByText('Scadenza SLA')
      await button('Altro')
    })
  } finally {
    media.phone = false
  }
})

test('"Lavagna" and "Tabella" switch the tickets between board and table, with the search kept', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    await opened(world)
    await world.open('/tickets?search=pompa')
    await screen.findByRole('table')
    await world.user.click(screen.getByRole('radio', { name: 'Lavagna' }))
    await screen.findByRole('region', { name: /^Aperto/ })
    expect(world.address()).toBe('/tickets?search=pompa&scheda=lavagna')
    expect(screen.queryByRole('table')).toBeNull()
    await world.user.click(screen.getByRole('radio', { name: 'Tabella' }))
    await screen.findByRole('table')
    expect(world.address()).toBe('/tickets?search=pompa')
  }))

test('on a phone the board is behind "Altro"', async () => {
  media.phone = true
  onTestFinished(() => {
    media.phone = false
  })
  await onScreen('helpdesk', '/tickets', async ({ user, address }) => {
    await user.click(await button('Altro'))
    await user.click(await screen.findByRole('radio', { name: 'Lavagna' }))
    await waitFor(() => expect(address()).toContain('scheda=lavagna'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('whoever has one station finds it chosen in "Nuovo ticket", and may take it out', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    const gina = await world.as('gestore')
    const [own, ...others] = (await gina.get('/suggestions/stations')).body.data
    await world.db.delete(station_acl).where(inArray(station_acl.station_id, [0, ...others.map(({ id }: { id: number }) => id)]))
    expect((await gina.get('/suggestions/stations')).body.data).toHaveLength(1)
    await world.open('/tickets/nuovo')
    const box = await screen.findByRole('combobox', { name: /^Punto vendita/ })
    expect(box).toHaveProperty('value', `${own.code} ${own.name}`)
    await screen.findByRole('combobox', { name: 'Attrezzatura' })
    await world.user.click(box.parentElement!.querySelector('button')!)
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Attrezzatura' })).toBeNull())
    expect(box).toHaveProperty('value', '')
  }))

test('a card of the board is moved by its menu', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    await world.open('/tickets?scheda=lavagna')
    const from = await screen.findByRole('region', { name: /^Aperto/ })
    const link = await within(from).findByRole('link', { name: /Pompa che perde/ })
    await world.user.click(within(link.closest('li')!).getByRole('button'))
    await world.user.click(await screen.findByRole('menuitem', { name: 'In lavorazione' }))
    const to = screen.getByRole('region', { name: /^In lavorazione/ })
    const there = await within(to).findByRole('link', { name: /Pompa che perde/ })
    await waitFor(() => expect(document.activeElement).toBe(there))
    expect((await world.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]).toMatchObject({ status_id: 3 })
  }))

test('whoever may not open tickets is told so, and a ticket of others is not there', async () => {
  await onScreen('autista', '/tickets', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  })
  await onScreen('solo.ticket', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    await world.open(ticket.page)
    await screen.findByText('Pagina non trovata')
  })
})

test('from a ticket one goes to the next of the list it came from, also into another year', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const [one, two] = [await opened(world, 'Primo guasto'), await opened(world, 'Secondo guasto')]
    // The same number, a year before.
    const [year, number] = one.number.split('/').map(Number)
    await world.db
      .update(tickets)
      .set({ id_year: year! - 1, id_number: Number(two.number.split('/')[1]) })
      .where(eq(tickets.id, one.id))
    await world.open('/tickets?search=guasto&sort=number')
    await world.user.click(await screen.findByRole('link', { name: /Primo guasto/ }))
    await screen.findByRole('heading', { level: 1, name: /Primo guasto/ })
    expect(number).toBeGreaterThan(0)
    await world.user.click(await screen.findByRole('link', { name: 'Successivo' }))
    await screen.findByRole('heading', { level: 1, name: `${two.number} Secondo guasto` })
    await world.user.keyboard('k')
    await screen.findByRole('heading', { level: 1, name: /Primo guasto/ })
    await world.back()
    await screen.findByRole('link', { name: /Secondo guasto/ })
  }))

test('the × of an assignee removes that one, and whoever is assigned is not offered again', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    const people = [await world.as('helpdesk'), await world.as('sup.ticket')]
    for (const { user_id } of people) await people[1]!.post(`${ticket.call}/assign`, { user_id })
    await world.open(ticket.page)
    await world.user.click(await button('Altro'))
    await world.user.click(await screen.findByRole('menuitem', { name: 'Assegna' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assegna il ticket' }))
    const list = within(await dialog.findByRole('list', { name: 'Assegnatari' }))
    const names = () => list.getAllByRole('listitem').map((one) => one.textContent)
    await waitFor(() => expect(names()).toHaveLength(2))
    const [first, second] = names() as [string, string]
    await world.user.click(dialog.getByRole('combobox', { name: 'Assegna a' }))
    const offered = (await screen.findAllByRole('option')).map((one) => one.textContent!.split(' · ')[0])
    expect(offered.filter((name) => name === first || name === second)).toEqual([])
    await world.user.keyboard('{Escape}')
    await world.user.click(list.getByRole('button', { name: `Rimuovi ${second}` }))
    await waitFor(() => expect(names()).toEqual([first]))
    expect(await world.db.$count(ticket_assignments, eq(ticket_assignments.ticket_id, ticket.id))).toBe(1)
  }))

test('the × of a chosen file takes that one away, and the others stay', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    connection.set('online')
    await world.open((await opened(world)).page)
    await screen.findByRole('textbox', { name: 'Risposta' })
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')!
    await world.user.upload(
      input,
      ['uno.txt', 'due.txt', 'tre.txt'].map((name) => new File([name], name, { type: 'text/plain' })),
    )
    for (const name of ['uno', 'tre']) await button(`Togli ${name}.txt`)
    await world.user.click(await button('Togli due.txt'))
    const list = within(screen.getByRole('list', { name: 'Allegati' }))
    expect(list.getAllByRole('listitem').map((one) => one.textContent!.split(' ')[0])).toEqual(['uno.txt', 'tre.txt'])
  }))

test('a search says under the subject where it found what the row does not show', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const ticket = await opened(world, 'Zeta che perde')
    const gina = await world.as('gestore')
    await gina.upload(`${ticket.call}/upload`, [{ name: 'Fotò Škoda.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') }])
    await world.open('/tickets?search=zeta skoda')
    await screen.findByText('trovato in: allegato «Fotò Škoda.pdf»')
    await world.open('/tickets?search=zeta')
    await waitFor(() => expect(screen.queryByText(/^trovato in/)).toBeNull())
    expect(cells().some((row) => row.includes(ticket.number))).toBe(true)
  }))

test('a ticket and a comment that waited for the network say when they were written and when they arrived', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    connection.set('online')
    const gina = await world.as('gestore')
    const arrived = Date.now()
    const ago = (minutes: number) => new Date(arrived - minutes * 60_000).toISOString()
    const ticket = await opened(world, undefined, undefined, { written_at: ago(2) })
    await gina.post(`${ticket.call}/comment`, { message: 'Appena scritto', written_at: ago(0.5) })
    await gina.post(`${ticket.call}/comment`, { message: 'Sono al buio', written_at: ago(3 * 1_440) })
    const behind = { written_at: ago(6 * 1_440), clock_behind_s: 3 * 86_400 }
    await gina.post(`${ticket.call}/comment`, { message: 'Tablet indietro', ...behind })
    await world.open(ticket.page)
    const said = async (text: string) => (await screen.findByText(text)).closest('article')!.textContent!
    const days = /Scritto il \d\d\/\d\d\/\d{4} alle \d\d:\d\d, arrivato il \d\d\/\d\d\/\d{4} alle \d\d:\d\d\./
    expect(await said('Sono al buio')).toMatch(days)
    expect(await said('Tablet indietro')).toMatch(days)
    expect(await said('Tablet indietro')).toContain('L’orologio del dispositivo era indietro di 3 giorni: l’ora è stata corretta.')
    expect(await said('Appena scritto')).not.toContain('Scritto')
    const first = screen.getAllByRole('article', { name: /^Richiesta di/ })[0]!
    // Around midnight the days are told apart.
    expect(first.textContent).toMatch(/Scritto (alle|il) .*, arrivato (alle|il) .*\d\d:\d\d\./)
  }))

test('a ticket is changed and deleted from its own page; after deleting one is back among the tickets', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const ticket = await opened(world)
    await world.open(ticket.page)
    const action = async (name: string) => {
      await world.user.click(await button('Altro'))
      await world.user.click(await screen.findByRole('menuitem', { name }))
    }
    await action('Modifica')
    const form = within(await formIn('Modifica il ticket'))
    const subject = form.getByRole('textbox', { name: /^Oggetto/ })
    await waitFor(() => expect((form.getByRole('combobox', { name: 'Richiedente' }) as HTMLInputElement).value).toBe('Gina Gestore'))
    await world.user.clear(subject)
    await world.user.type(subject, 'Pompa 3')
    await world.user.click(form.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ticket modificato')
    await screen.findByRole('heading', { level: 1, name: `${ticket.number} Pompa 3` })
    await action('Elimina')
    const question = within(await screen.findByRole('dialog', { name: 'Conferma eliminazione' }))
    question.getByText(/Si può ripristinare per 30 giorni, dalla vista Eliminati\.$/)
    question.getByText(new RegExp(`${ticket.number} Pompa 3`))
    await world.user.click(question.getByRole('button', { name: 'Elimina' }))
    await screen.findByText('Ticket eliminato')
    await waitFor(() => expect(world.address()).toBe('/tickets'))
    const stored = async () => (await world.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!
    expect(await stored()).toMatchObject({ deleted_at: expect.any(String), requester_id: (await world.as('gestore')).user_id })
    // It is found in its view, and is restored from there.
    await world.user.click(await button(/^Eliminati/))
    await waitFor(() => expect(cells()).toEqual([expect.arrayContaining([ticket.number])]))
    expect(screen.queryByRole('checkbox', { name: /^Seleziona/ }), 'nothing can be done with many deleted ones').toBeNull()
    await world.user.click(await button(/^Azioni/))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Ripristina'])
    await world.user.click(screen.getByRole('menuitem', { name: 'Ripristina' }))
    await screen.findByText('Ticket ripristinato')
    expect((await stored()).deleted_at).toBeNull()
  }))

test('a search looks at all tickets and says so: no view is marked until one is chosen, which then holds for the search', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const boss = await world.as('sup.ticket')
    const [open, closed] = [await opened(world, 'Zeta aperta'), await opened(world, 'Zeta chiusa')]
    expect((await boss.post(closed.call, { resolution: 'Riavviata.' })).status).toBe(200)
    const shown = () => [open, closed].filter(({ number }) => cells().some((row) => row.includes(number)))
    await world.open('/tickets?search=zeta')
    const views = within(await screen.findByRole('navigation', { name: 'Viste dei ticket' }))
    await waitFor(() => expect(shown()).toEqual([open, closed]))
    expect(views.queryByRole('button', { current: 'page' })).toBeNull()
    await world.user.click(views.getByRole('button', { name: /^Tutti aperti/ }))
    await waitFor(() => expect(shown()).toEqual([open]))
    views.getByRole('button', { name: /^Tutti aperti/, current: 'page' })
  }))

test('what the dashboard counts as one’s own is a view with the same name and number, for whoever is no agent too', () =>
  onScreen('solo.ticket', '/utenti/profilo', async (world) => {
    await openedBy(world, await world.as('solo.ticket'))
    await world.open('/tickets?view=mine')
    const views = within(await screen.findByRole('navigation', { name: 'Viste dei ticket' }))
    const mine = views.getByRole('button', { name: /^Miei/, current: 'page' })
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Tickets · ${/\d+/.exec(mine.textContent!)}`))
  }))
