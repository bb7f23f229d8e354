// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/MacroSelect.tsx'
import '../../../src/features/tickets/DeletedTicket.tsx'
import '../../../src/features/tickets/EditTicket.tsx'
import '../../../src/features/tickets/LeftReply.tsx'
import '../../../src/features/tickets/MacroDialog.tsx'
import '../../../src/features/tickets/MailForm.tsx'
import '../../../src/features/tickets/NewTicket.tsx'
import '../../../src/features/tickets/PendingTicket.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/ui/ConfirmDialog.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { default_mails, ticket_categories, ticket_comments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { session } from '../../../src/lib/session.ts'
import { openedBy, paper } from '../../api/support/ticket-fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { engineOf } from '../support/device.ts'
import { formIn, onScreen } from '../support/world.tsx'

const rowOf = async ({ db }: World, id: number) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]!

test('a macro is prepared with what it changes, and one press carries it out', () =>
  onScreen('sup.ticket', '/tickets/template-messaggi?modulo=nuovo', async (world) => {
    const { user, db } = world
    connection.set('online')
    const ticket = await openedBy(world, await world.as('solo.ticket'))
    const form = within(await formIn('Nuovo template'))
    await user.type(form.getByRole('textbox', { name: 'Nome' }), 'Passo domani')
    expect(form.queryByRole('group', { name: /Con un clic/ })).toBeNull()
    await user.click(form.getByRole('combobox', { name: 'Uso' }))
    await user.click(await screen.findByRole('option', { name: 'Macro' }))
    await user.type(form.getByRole('textbox', { name: 'Oggetto' }), 'Passo domani')
    await user.type(form.getByRole('textbox', { name: 'Testo' }), 'Passo domani per il {{{{numero}}, {{{{operatore}}.')
    const changes = within(form.getByRole('group', { name: /Con un clic/ }))
    await user.click(changes.getByRole('combobox', { name: 'Porta il ticket a' }))
    await user.click(await screen.findByRole('option', { name: 'In attesa: ricambi' }))
    await user.click(changes.getByRole('combobox', { name: 'Priorità' }))
    await user.click(await screen.findByRole('option', { name: 'Alta' }))
    await user.click(changes.getByRole('checkbox', { name: 'Assegna a chi la usa' }))
    await user.click(form.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Template creato')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nuovo template' })).toBeNull())
    expect((await db.select().from(default_mails).where(eq(default_mails.name, 'Passo domani')))[0]).toMatchObject({
      ...{ event: 'macro', leads_to: 'parts', set_priority: 3, assign_me: true, internal: false },
    })
    await world.open(`/tickets/${ticket.y}/${ticket.n}`)
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    world.network.down = true
    await user.click(await screen.findByRole('menuitem', { name: 'Macro' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Macro' }))
    const again = await dialog.findByRole('button', { name: 'Riprova' })
    world.network.down = false
    await user.click(again)
    await dialog.findByRole('button', { name: /^Passo domani/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Macro' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Macro' }))
    await screen.findByText(`Passo domani per il ${ticket.y}/${ticket.n}, Tea Supticket.`)
    await user.click(await screen.findByRole('button', { name: /^Passo domani.*Assegna a te · Priorità Alta · In attesa: ricambi/ }))
    await screen.findByText('Macro eseguita')
    expect(await rowOf(world, ticket.id)).toMatchObject({ status_id: 4, waiting_for: 'parts', priority: 3 })
    // The day of the reminder stands where it waits.
    const day = await screen.findByRole('textbox', { name: 'Promemoria' })
    await user.type(day, '24/12/2020')
    await screen.findByText('Il promemoria è in un giorno già passato: scegli oggi o un giorno successivo.')
    expect(screen.getByRole('button', { name: 'Salva il promemoria' })).toHaveProperty('disabled', true)
    await user.clear(day)
    await user.type(day, '24/12/2030')
    await user.click(screen.getByRole('button', { name: 'Salva il promemoria' }))
    await waitFor(async () => expect((await rowOf(world, ticket.id)).remind_on).toBe('2030-12-24'))
    expect((await screen.findAllByText(/Tea Supticket: In attesa di: ricambi \(era In lavorazione\)/)).length).toBeGreaterThan(0)
  }))

test('many tickets get a status and a macro at once, and one is given to who asked by phone', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user } = world
    connection.set('online')
    const boss = await world.as('sup.ticket')
    const made = [await openedBy(world, boss, { subject: 'Kappa uno' }), await openedBy(world, boss, { subject: 'Kappa due' })]
    await world.open('/tickets?search=kappa')
    const bar = async () => {
      for (const name of ['Kappa uno', 'Kappa due'])
        await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Seleziona .*${name}`) }))
      return within(await screen.findByRole('group', { name: 'Righe selezionate' }))
    }
    await user.click((await bar()).getByRole('button', { name: 'Cambia stato' }))
    const status = within(await screen.findByRole('dialog', { name: 'Cambia stato' }))
    await user.click(status.getByRole('combobox', { name: 'Stato' }))
    await user.click(await screen.findByRole('option', { name: 'In attesa' }))
    await status.findByText('Cambieranno stato 0 ticket. 2 ticket restano come sono: 2 in stato «Aperto».')
    const begin = status.getByRole('button', { name: 'Cambia stato di 2 ticket' })
    await user.click(begin)
    await status.findByText('Il campo In attesa di è obbligatorio.')
    await user.click(status.getByRole('combobox', { name: 'In attesa di' }))
    await user.click(await screen.findByRole('option', { name: 'ricambi' }))
    await user.click(begin)
    await status.findByText('Con nessuna delle righe scelte è possibile.')
    await user.click(status.getByRole('combobox', { name: 'Stato' }))
    await user.click(await screen.findByRole('option', { name: 'In lavorazione' }))
    await status.findByText('Cambieranno stato 2 ticket.')
    await user.click(begin)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cambia stato' })).toBeNull())
    await world.runs()
    expect((await rowOf(world, made[1]!.id)).status_id).toBe(3)
    await world.open('/tickets?search=kappa&view=all')
    await user.click((await bar()).getByRole('button', { name: 'Macro' }))
    const macro = within(await screen.findByRole('dialog', { name: 'Macro' }))
    await user.click(macro.getByRole('combobox', { name: 'Macro' }))
    await user.click(await screen.findByRole('option', { name: 'Risolto in remoto' }))
    await macro.findByText('Assegna a te · Chiuso, con il testo come soluzione · Il testo arriva a chi ha aperto il ticket.')
    macro.getByText(/\[Chi scrive\]/)
    await user.click(macro.getByRole('button', { name: 'Macro su 2 ticket' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Macro' })).toBeNull())
    await world.runs()
    expect(await rowOf(world, made[0]!.id)).toMatchObject({ status_id: 5, resolution: expect.stringContaining('Tea Supticket') })
    await boss.post(`/support/ticket/${made[0]!.y}/${made[0]!.n}/reopen`, {})

    await world.reload(`/tickets/${made[0]!.y}/${made[0]!.n}`)
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Modifica' }))
    const form = within(await formIn('Modifica il ticket'))
    await user.clear(form.getByRole('combobox', { name: 'Richiedente' }))
    await user.type(form.getByRole('combobox', { name: 'Richiedente' }), 'Sara')
    await user.click(await screen.findByRole('option', { name: 'Sara Soloticket' }))
    fireEvent.change(form.getByRole('textbox', { name: 'Scadenza SLA' }), { target: { value: '24/12/2030' } })
    await user.click(form.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ticket modificato')
    const sara = (await world.as('solo.ticket')).user_id
    await waitFor(async () => {
      const { requester_id, due_at } = await rowOf(world, made[0]!.id)
      expect([requester_id, Date.parse(due_at)]).toEqual([sara, Date.parse('2030-12-24T17:00:00Z')])
    })
  }))

test('what one writes while somebody else closes the ticket stays in sight, and reopens it', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user, db } = world
    connection.set('online')
    const sara = await world.as('solo.ticket')
    const ticket = await openedBy(world, sara)
    await world.open(`/tickets/${ticket.y}/${ticket.n}`)
    await user.type(await screen.findByRole('textbox', { name: 'Risposta' }), 'Serve ancora la chiave')
    await sara.post(`/support/ticket/${ticket.y}/${ticket.n}`, { resolution: 'Era la spina' })
    // As the live channel does.
    await act(() => queryClient.invalidateQueries())
    await screen.findByText('Il ticket è stato chiuso mentre scrivevi')
    screen.getByText('Serve ancora la chiave')
    await user.click(screen.getByRole('button', { name: 'Scarta' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Annulla' }))
    await user.click(await screen.findByRole('button', { name: 'Riapri e invia' }))
    await screen.findByText('Ticket riaperto')
    const said = await db.select().from(ticket_comments).where(eq(ticket_comments.ticket_id, ticket.id))
    expect(said.map(({ message }) => message)).toEqual(['Serve ancora la chiave'])
    const box = (await screen.findByRole('textbox', { name: 'Risposta' })) as HTMLTextAreaElement
    expect(box.value).toBe('')
  }))

test('what one writes while somebody else deletes the ticket stays in sight', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    connection.set('online')
    const admin = await world.as('admin')
    const ticket = await openedBy(world, await world.as('solo.ticket'))
    await world.open(`/tickets/${ticket.y}/${ticket.n}`)
    await world.user.type(await screen.findByRole('textbox', { name: 'Risposta' }), 'Arrivo alle nove')
    await admin.del(`/support/ticket/${ticket.y}/${ticket.n}`)
    await act(() => queryClient.invalidateQueries())
    await screen.findByText('Il ticket è stato eliminato mentre scrivevi')
    screen.getByText('Arrivo alle nove')
    // None of the page's other reads, which find nothing either, leads home.
    expect(world.address()).toBe(`/tickets/${ticket.y}/${ticket.n}`)
    expect(screen.queryByRole('button', { name: /Riapri/ })).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Ripristina' }))
    expect(((await screen.findByRole('textbox', { name: 'Risposta' })) as HTMLTextAreaElement).value).toBe('Arrivo alle nove')
  }))

test('an agent opens a ticket for somebody who is on the phone', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user, db } = world
    await db.insert(ticket_categories).values({ name: 'Varie', position: 0 })
    connection.set('online')
    await world.open('/tickets/nuovo')
    await user.click(await screen.findByRole('combobox', { name: 'Categoria' }))
    await user.click(await screen.findByRole('option', { name: 'Varie' }))
    await user.type(screen.getByRole('textbox', { name: 'Oggetto' }), 'Per telefono')
    await user.type(screen.getByRole('textbox', { name: 'Descrizione' }), 'Il totem non si accende.')
    await user.click(screen.getByRole('combobox', { name: 'Richiedente' }))
    await user.type(screen.getByRole('combobox', { name: 'Richiedente' }), 'Sara')
    await user.click(await screen.findByRole('option', { name: 'Sara Soloticket' }))
    await user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    const engine = engineOf(session.get().user!.id)
    await engine.wake('user')
    await waitFor(async () => {
      const [made] = await db.select().from(tickets).where(eq(tickets.subject, 'Per telefono'))
      expect(made).toMatchObject({ requester_id: (await world.as('solo.ticket')).user_id })
    })
  }))

test('the page of a deleted ticket says who deleted it, and brings it back', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const boss = await world.as('sup.ticket')
    const ticket = await openedBy(world, boss)
    await boss.del(`/support/ticket/${ticket.y}/${ticket.n}`)
    await world.open(`/tickets/${ticket.y}/${ticket.n}`)
    await screen.findByText(/«Pompa 3 ferma» è stato eliminato da Tea Supticket il/)
    await world.user.click(screen.getByRole('button', { name: 'Ripristina' }))
    await screen.findByText('Ticket ripristinato')
    await screen.findByText('Non eroga da stamattina.')
  }))

test('a file stands below the request it came with, also once the tickets are one', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { open } = world
    connection.set('online')
    const boss = await world.as('sup.ticket')
    const sara = await world.as('solo.ticket')
    const [one, two] = [await openedBy(world, sara, { description: 'Perde la pompa' }), await openedBy(world, boss)]
    await sara.upload(`/support/ticket/${one.y}/${one.n}/upload`, [paper('pompa.pdf')])
    await boss.upload(`/support/ticket/${two.y}/${two.n}/upload`, [paper('quadro.pdf')])
    await boss.post(`/support/ticket/${one.y}/${one.n}/merge`, { into: { id_year: two.y, id_number: two.n } })
    await open(`/tickets/${two.y}/${two.n}`)
    const message = async (text: string) => within((await screen.findByText(text)).closest('article')!)
    const files = (of: Awaited<ReturnType<typeof message>>) => of.getAllByRole('button', { name: /pdf/ }).map((file) => file.textContent)
    expect(files(await message('Non eroga da stamattina.'))).toEqual([expect.stringContaining('quadro.pdf')])
    expect(files(await message('Perde la pompa'))).toEqual([expect.stringContaining('pompa.pdf')])
  }))
