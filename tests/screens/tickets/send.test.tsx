// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/CategoryForm.tsx'
import '../../../src/features/tickets/SendDialog.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import '../../../src/ui/ConfirmDialog.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { default_mails, ticket_categories, ticket_comments } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { engineOf } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** A supervisor at a ticket that somebody else has opened. */
const atTicket = (test: (world: Screen, ticket: { y: number; n: number; id: number }) => Promise<void>) =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    connection.set('online')
    const ticket = await openedBy(world, await world.as('solo.ticket'), {
      subject: 'Totem <b>spento</b>',
      description: 'Dice {{numero}} e basta.',
    })
    await world.open(`/tickets/${ticket.y}/${ticket.n}`)
    await test(world, ticket)
  })
async function pick({ user }: Screen, of: ReturnType<typeof within>, name: string, option: RegExp | string) {
  await user.click(await of.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const box = () => screen.findByRole('textbox', { name: 'Risposta' }) as Promise<HTMLTextAreaElement>

test('a template is found by its words and put into the answer where one was, filled in with what the ticket says', () =>
  atTicket(async (world, ticket) => {
    const { user, db } = world
    await db.insert(default_mails).values([
      { name: 'Sollecito', event: 'manuale', subject: 'x', body: 'Gentile {{richiedente}}, {{oggetto}}: {{descrizione}}' },
      { name: 'Fatto', event: 'manuale', subject: 'x', body: 'Risolto così: {{soluzione}} {{boh}}' },
      { name: 'Spento', event: 'manuale', subject: 'x', body: 'Mai', active: false },
    ])
    await user.type(await box(), 'Prima. Dopo.')
    ;(await box()).setSelectionRange(7, 7)
    await user.click(screen.getByRole('button', { name: 'Modello' }))
    const search = await screen.findByRole('textbox', { name: 'Cerca un modello' })
    await screen.findByRole('option', { name: /^Sollecito ?Gentile .+, Totem <b>spento<\/b>: Dice \{\{numero\}\} e basta\./ })
    expect(screen.queryByRole('option', { name: /Spento/ })).toBeNull()
    await user.type(search, 'gentile')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(async () =>
      expect((await box()).value).toMatch(/^Prima\. Gentile .+, Totem <b>spento<\/b>: Dice \{\{numero\}\} e basta\.Dopo\.$/),
    )
    await waitFor(async () => expect(document.activeElement).toBe(await box()))
    // Esc goes on writing, and nothing has changed.
    await user.click(screen.getByRole('button', { name: 'Modello' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Cerca un modello' })).toBeNull())
    await user.clear(await box())
    await user.click(screen.getByRole('button', { name: 'Modello' }))
    await user.click(await screen.findByRole('option', { name: /^Fatto/ }))
    await waitFor(async () => expect((await box()).value).toBe('Risolto così: {{soluzione}} {{boh}}'))
    await screen.findByText('Senza valore: soluzione, boh (variabile sconosciuta). Completa il testo prima di inviare.')
    await user.click(screen.getByRole('button', { name: 'Invia' }))
    const asked = await screen.findByRole('dialog', { name: 'Inviare con variabili senza valore?' })
    await user.click(within(asked).getByRole('button', { name: 'Annulla' }))
    await engineOf(session.get().user!.id).wake('user')
    expect(await db.$count(ticket_comments, eq(ticket_comments.ticket_id, ticket.id))).toBe(0)
    expect((await box()).value).toBe('Risolto così: {{soluzione}} {{boh}}')
    // What the server would refuse is not called sent: it stays in the box, with the reason.
    for (const [text, reason] of [
      ['x'.repeat(10_001), /non può superare 10000 caratteri/],
      ['\u200b', 'Il campo Messaggio è obbligatorio.'],
    ] as const) {
      fireEvent.change(await box(), { target: { value: text } })
      await user.click(screen.getByRole('button', { name: 'Invia' }))
      await screen.findByText(reason)
      expect((await box()).value).toBe(text)
    }
    expect(await outbox().list()).toEqual([])
  }))

test('a notification is written from a template, shows what will be read, and says what is missing', () =>
  atTicket(async (world) => {
    const { user } = world
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Invia notifica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invia notifica' }))
    const preview = () => within(dialog.getByRole('region', { name: 'Anteprima' }))
    await pick(world, dialog, 'Modello', 'Ticket chiuso')
    await preview().findByText(/Chiuso: Totem <b>spento<\/b>$/)
    // The ticket has none yet: its line says nothing.
    expect(preview().queryByText(/Soluzione/)).toBeNull()
    const message = dialog.getByRole('textbox', { name: /Messaggio/ })
    await user.type(message, ' {{{{boh}}')
    await dialog.findByText('Variabile sconosciuta: boh.')
    await user.type(message, '{Backspace>8/}')
    await user.click(dialog.getByRole('button', { name: 'Invia' }))
    expect((await dialog.findAllByText('Indicare almeno un destinatario.')).length).toBeGreaterThan(0)
    await world.mails().then((sent) => sent.splice(0))
    await user.type(dialog.getByRole('textbox', { name: /Email/ }), 'ditta@example.it')
    const shown = dialog.getByRole('region', { name: 'Anteprima' }).textContent
    await user.dblClick(dialog.getByRole('button', { name: 'Invia' }))
    await screen.findByText('Notifica inviata')
    await screen.findByText('Email non inviata: SMTP non configurato. Il messaggio è stato salvato nella cartella di uscita.')
    const [mail, ...more] = await world.mails()
    expect(more).toEqual([])
    expect(shown).toBe(`Anteprima${mail!.subject}${mail!.text.split('\n\nhttp')[0]}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }))

test('a category is written with all that has an effect, and nothing of it is set elsewhere alone', () =>
  onScreen('sup.ticket', '/tickets/categorie?modulo=nuovo&search=aiuole', async (world) => {
    const { user, db } = world
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova categoria' }))
    const choose = (name: string, option: RegExp | string) => pick(world, dialog, name, option)
    await user.type(await dialog.findByRole('textbox', { name: /Nome/ }), 'Aiuole')
    await choose('Categoria superiore', 'Manutenzione edile')
    await choose('Priorità', 'Alta')
    await choose('Gruppo di notifica', 'Manutenzione')
    await choose('Assegnatario', /Helpdesk/)
    await choose('Template email', /Ticket chiuso/)
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Categoria creata')
    await screen.findByText('Manutenzione edile › Aiuole')
    const [made] = await db.select().from(ticket_categories).where(eq(ticket_categories.name, 'Aiuole'))
    expect(made).toMatchObject({
      ...{ parent_id: 15, default_priority: 3, sla_hours: 48, notification_group_id: 1, default_assignee_id: expect.any(Number) },
      default_mail_id: 4,
    })
    // It stands under another: none can be put under it.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }))
