// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/Rating.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import { screen } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ticket_ratings } from '../../../server/db/schema/tickets/tickets.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { ratingToken } from '../../../server/resources/tickets/rating.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { onScreen } from '../support/world.tsx'

test('the page of a closed ticket asks its requester for the rating, and nobody else', () =>
  onScreen('solo.ticket', '/utenti/profilo', async ({ db, as, user, open, address }) => {
    const boss = await as('sup.ticket')
    const ticket = await openedBy({ db }, await as('solo.ticket'))
    const page = `/tickets/${ticket.y}/${ticket.n}`
    await boss.post(`/support/ticket/${ticket.y}/${ticket.n}`, { resolution: 'Fatto' })
    expect((await boss.get(`/support/ticket/${ticket.y}/${ticket.n}`)).body.data.rating_token).toBeNull()
    await open(page)
    await user.click(await screen.findByRole('link', { name: 'Valuta la soluzione' }))
    await user.click(await screen.findByRole('radio', { name: 'Molto' }))
    expect(address()).toMatch(/^\/valutazione\//)
    await user.click(screen.getByRole('button', { name: 'Invia la valutazione' }))
    await screen.findByText('Grazie per la valutazione: molto soddisfatto.')
    await open(page)
    await screen.findByRole('link', { name: 'Cambia il voto' })
    await screen.findByText('4 su 5')
  }))

test('the link of a mail only chooses its answer; the page votes, with a comment, and the vote may be changed', () => {
  let token = ''
  let id = 0
  return onScreen(
    undefined,
    '/auth/login',
    async (world) => {
      const { db, user } = world
      const votes = async () =>
        (await db.select().from(ticket_ratings).where(eq(ticket_ratings.ticket_id, id))).map(({ score, note }) => [score, note])
      world.network.down = true
      await world.open(`/valutazione/${token}?voto=4`)
      await screen.findByRole('button', { name: 'Riprova' })
      world.network.down = false
      await user.click(screen.getByRole('button', { name: 'Riprova' }))
      const molto = (await screen.findByRole('radio', { name: 'Molto' })) as HTMLInputElement
      expect(molto.checked).toBe(true)
      expect(await votes()).toEqual([[null, null]])
      await user.type(screen.getByRole('textbox', { name: 'Commento' }), 'Bravi')
      await user.click(screen.getByRole('button', { name: 'Invia la valutazione' }))
      await screen.findByText('Grazie per la valutazione: molto soddisfatto.')
      expect(await votes()).toEqual([[4, 'Bravi']])
      await user.click(screen.getByRole('button', { name: 'Cambia il voto' }))
      await user.click(await screen.findByRole('radio', { name: 'Poco' }))
      await user.click(screen.getByRole('button', { name: 'Invia la valutazione' }))
      await screen.findByText('Grazie per la valutazione: poco soddisfatto.')
      expect(await votes()).toEqual([[2, 'Bravi']])
    },
    async ({ db, as }) => {
      const ticket = await openedBy({ db }, await as('solo.ticket'))
      id = ticket.id
      const asked_at = new Date().toISOString()
      const question = { ticket_id: id, asked_at, expires_at: new Date(Date.now() + 86_400_000).toISOString() }
      token = await ratingToken(db, question)
      await db.insert(ticket_ratings).values({ ...question, token_hash: sha256(token) })
    },
  )
})
