// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/SendDialog.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/features/tickets/ReplySection.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { default_mails, ticket_comments, ticket_files } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { openedBy, paper } from '../../api/support/ticket-fixtures.ts'
import { onScreen } from '../support/world.tsx'

const XSS = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '"><b>x</b>',
  '[x](javascript:alert(1))',
  '&lt;i&gt;',
]
/** The result of each text if it had been run. */
const BORN = 'img[src="x"], body script, svg[onload], b, i, a[href^="javascript"]'

test('markup in subject, description, comment, note, mention, name of a file and template is shown as it was written, and becomes nothing', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    connection.set('online')
    const { as, db, user } = world
    const sara = await as('solo.ticket')
    const helper = await as('helpdesk')
    const all = XSS.join(' ')
    await db.update(users).set({ name: '<b>Elio</b>' }).where(eq(users.id, helper.user_id))
    await db.insert(default_mails).values({ name: XSS[0]!, event: 'manuale', subject: all, body: `${all} {{oggetto}}` })
    const t = await openedBy(world, sara, { subject: XSS[1], description: `Descrizione ${all}`, contact: XSS[2] })
    const at = `/support/ticket/${t.y}/${t.n}`
    const name = '<img src=x onerror=alert(1)>.pdf'
    expect((await sara.upload(`${at}/upload`, [paper(name)])).status).toBe(201)
    expect((await sara.post(`${at}/comment`, { message: `Commento ${all}` })).status).toBe(201)
    const note = { message: `Nota per @<b>Elio</b> ${all}`, internal: true, mentions: [helper.user_id] }
    const boss = await as('sup.ticket')
    expect((await boss.post(`${at}/comment`, note)).status).toBe(201)
    await world.open(`/tickets/${t.y}/${t.n}`)
    const has = (text: string) =>
      waitFor(() => {
        if (!document.body.textContent!.includes(text)) throw new Error(`${text} is not there`)
      })
    await screen.findByRole('heading', { level: 1, name: `${t.y}/${t.n} ${XSS[1]}` })
    for (const text of [`Descrizione ${all}`, `Commento ${all}`, `Nota per @<b>Elio</b> ${all}`, XSS[2]!]) await has(text)
    const [kept] = await db.select().from(ticket_files).where(eq(ticket_files.ticket_id, t.id))
    // Characters that no file system accepts are removed from a name.
    expect(kept!.original_name).toBe('img src=x onerror=alert(1).pdf')
    await has(kept!.original_name)
    // The name of a file is letters in its preview too.
    await user.click(screen.getByRole('button', { name: `Apri ${kept!.original_name}` }))
    await screen.findByRole('dialog', { name: kept!.original_name })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // A template is put into the answer and a name after @, as letters.
    await user.click(screen.getByRole('button', { name: 'Modello' }))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${XSS[0]!.replace(/[()]/g, '\\$&')}`) }))
    const box = (await screen.findByRole('textbox', { name: 'Risposta' })) as HTMLTextAreaElement
    await waitFor(() => expect(box.value).toBe(`${all} ${XSS[1]}`))
    await user.type(box, ' @Eli')
    await user.click(await screen.findByRole('option', { name: /<b>Elio<\/b>/ }))
    expect(box.value).toContain('@<b>Elio</b> ')
    await user.click(screen.getByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Invia notifica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invia notifica' }))
    await user.type(dialog.getByRole('textbox', { name: /Messaggio/ }), '<img src=x onerror=alert(1)> {{{{descrizione}}')
    await waitFor(() => expect(dialog.getByRole('region', { name: 'Anteprima' }).textContent).toContain(`${XSS[0]} Descrizione ${all}`))
    expect([...document.querySelectorAll(BORN)]).toEqual([])
    expect(await db.$count(ticket_comments, eq(ticket_comments.ticket_id, t.id))).toBe(2)
  }))
