// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/EditTicket.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/crud/form/ConflictDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { openReply } from '../../../src/features/tickets/reply-editor.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { formIn, onScreen, type Screen } from '../support/world.tsx'

/** The form of a ticket is open, with another subject and contact typed in, while somebody else saves `theirs`. */
async function disputed(world: Screen, theirs: object) {
  const boss = await world.as('admin')
  const ticket = await openedBy(world, boss)
  const { user } = world
  await world.open(`/tickets/${ticket.y}/${ticket.n}`)
  await user.click(await screen.findByRole('button', { name: 'Altro' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Modifica' }))
  const form = within(await formIn('Modifica il ticket'))
  const subject = form.getByRole('textbox', { name: /Oggetto/ })
  await user.clear(subject)
  await user.type(subject, 'Pompa 3 ferma da ieri')
  await user.type(form.getByRole('textbox', { name: /Referente/ }), 'Rossi')
  const stored = async () => (await world.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!
  const { rev } = await stored()
  expect((await boss.post(`/support/ticket/${ticket.y}/${ticket.n}/update`, { rev, ...theirs })).status).toBe(200)
  await user.click(form.getByRole('button', { name: 'Salva' }))
  return { form, stored }
}

test('a ticket that two have changed at once: of each field that both changed it is asked which stands, and of no other', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { form, stored } = await disputed(world, { subject: 'Pompa 3 riparata', priority: 4 })
    const dialog = within(await screen.findByRole('dialog', { name: 'Modificato da un altro utente' }))
    expect(await stored()).toMatchObject({ subject: 'Pompa 3 riparata', contact: null })
    expect(dialog.getAllByRole('radio').map((one) => (one as HTMLInputElement).labels![0]!.textContent)).toEqual([
      'Usa il mio valore: Pompa 3 ferma da ieri',
      'Usa quello dell’ufficio: Pompa 3 riparata',
    ])
    // Back to the form, nothing is lost; asked again with the next save.
    await world.user.click(dialog.getByRole('button', { name: 'Annulla' }))
    expect((form.getByRole('textbox', { name: /Oggetto/ }) as HTMLInputElement).value).toBe('Pompa 3 ferma da ieri')
    await world.user.click(form.getByRole('button', { name: 'Salva' }))
    const again = within(await screen.findByRole('dialog', { name: 'Modificato da un altro utente' }))
    await world.user.click(again.getByRole('radio', { name: /Usa il mio valore/ }))
    await world.user.click(again.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ticket modificato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored()).toMatchObject({ subject: 'Pompa 3 ferma da ieri', contact: 'Rossi', priority: 4 })
  }))

test('a reply that is written in two tabs has the words of both, and neither tab loses its own', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { uid, y: year, n: number } = await openedBy(world, await world.as('admin'))
    const other = await openReply({ year, number, uid, subject: 'Pompa 3 ferma' })
    await world.open(`/tickets/${year}/${number}`)
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Risposta' })
    await world.user.type(box, 'Dalla prima')
    await screen.findByText('Bozza salvata sul dispositivo')
    other.change(() => ({ message: 'Dalla seconda' }))
    await other.flush()
    expect(other.state.get().local.message).toBe('Dalla prima\n\nDalla seconda')
    await screen.findByText('Stavi scrivendo anche in un’altra scheda: qui ci sono tutti e due i testi.')
    await world.user.type(box, '.')
    await waitFor(() => expect(box.value).toBe('Dalla prima.\n\nDalla seconda'))
    await other.close()
  }))

test('where they changed different things both stand, without a question', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { stored } = await disputed(world, { company: 'Ditta Bianchi', priority: 1 })
    await screen.findByText('Ticket modificato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored()).toMatchObject({ subject: 'Pompa 3 ferma da ieri', contact: 'Rossi', company: 'Ditta Bianchi', priority: 1 })
  }))
