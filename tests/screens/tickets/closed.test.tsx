// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/LeftReply.tsx'
import '../../../src/features/tickets/MergeDialog.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ticket_comments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { engineOf } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'

/** What the page of a ticket says and lets do once it is closed or merged. */
const pageOf = ({ y, n }: { y: number; n: number }) => `/tickets/${y}/${n}`
const note = async () => (await screen.findByText(/^(Il|Questo) ticket /)).textContent

test('whoever asked in a merged ticket reads where it goes on, writes there from its page, and is led to no page they may not read', () =>
  onScreen('solo.ticket', '/utenti/profilo', async (world) => {
    const { user, db, as } = world
    connection.set('online')
    const [boss, sara, gina] = [await as('sup.ticket'), await as('solo.ticket'), await as('stazione')]
    const [source, target] = [await openedBy(world, sara), await openedBy(world, gina)]
    const call = (t: typeof source) => `/support/ticket/${t.y}/${t.n}`
    await boss.post(`${call(source)}/merge`, { into: { id_year: target.y, id_number: target.n } })
    await world.open(pageOf(source))
    expect(await note()).toBe(`Questo ticket continua nel ticket ${target.y}/${target.n}. Quello che scrivi qui arriva là.`)
    await screen.findByText('Unito a')
    expect(screen.queryByRole('link', { name: `${target.y}/${target.n}` })).toBeNull()
    await user.type(await screen.findByRole('textbox', { name: 'Risposta' }), 'Novità?')
    await user.click(screen.getByRole('button', { name: 'Invia' }))
    await screen.findByRole('article', { name: /Risposta di Sara Soloticket/ })
    await engineOf(session.get().user!.id).wake('user')
    const said = () => db.select().from(ticket_comments).where(eq(ticket_comments.ticket_id, target.id))
    await waitFor(async () => expect((await said()).map(({ message }) => message)).toEqual(['Novità?']))
    // Read back from the server, it stands in her own page.
    await world.reload()
    await screen.findByText('Novità?')
    await screen.findByText(`Scritto nel ticket ${target.y}/${target.n}.`)

    await boss.post(call(target), { resolution: 'Fatto' })
    await world.reload()
    expect(await note()).toBe(
      `Questo ticket è stato unito al ticket ${target.y}/${target.n}, che ora è chiuso. Per un altro problema, apri un nuovo ticket.`,
    )
    expect(screen.queryByRole('textbox', { name: 'Risposta' })).toBeNull()
  }))

test('a closed ticket says "Riaprirlo" only to whoever may, and to others who can', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { as, db } = world
    connection.set('online')
    const [boss, sara] = [await as('sup.ticket'), await as('solo.ticket')]
    const ticket = await openedBy(world, sara)
    await boss.post(`/support/ticket/${ticket.y}/${ticket.n}`, { resolution: 'Fatto' })
    await world.open(pageOf(ticket))
    expect(await note()).toBe(
      'Il ticket è chiuso. Può riaprirlo un supervisore dei ticket o, entro 7 giorni dalla chiusura, chi lo ha aperto. Per un altro problema, apri un nuovo ticket.',
    )
    expect(screen.queryByRole('button', { name: 'Riapri' })).toBeNull()
    const own = await openedBy(world, await as('helpdesk'))
    await boss.post(`/support/ticket/${own.y}/${own.n}`, { resolution: 'Fatto' })
    await world.open(pageOf(own))
    await screen.findByText('Il ticket è chiuso. Riaprirlo per aggiungere commenti.')
    await screen.findByRole('button', { name: 'Riapri' })
    await db
      .update(tickets)
      .set({ completed_at: new Date(Date.now() - 8 * 86_400_000).toISOString() })
      .where(eq(tickets.id, own.id))
    await world.reload()
    await screen.findByText('Il ticket è chiuso da più di 7 giorni. Se il problema resta, apri un nuovo ticket.')
  }))

test('merging asks for the other ticket, whose list opens when one types, and leads there', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user, as } = world
    connection.set('online')
    const boss = await as('sup.ticket')
    const [source, target] = [await openedBy(world, boss), await openedBy(world, boss, { subject: 'Totem spento' })]
    await world.open(pageOf(source))
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unisci' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unisci a un altro ticket' }))
    const box = dialog.getByRole('combobox', { name: 'Ticket' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    // The buttons are not covered before anything is wanted of the list.
    await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('false'))
    expect(screen.queryByRole('option')).toBeNull()
    await user.type(box, 'totem')
    await user.click(await screen.findByRole('option', { name: `${target.y}/${target.n} · Totem spento` }))
    await user.click(dialog.getByRole('button', { name: 'Unisci' }))
    await screen.findByText('Ticket unito')
    await waitFor(() => expect(world.address()).toBe(pageOf(target)))
    await screen.findByText(`Richiesta del ticket ${source.y}/${source.n}: Pompa 3 ferma.`)
  }))
