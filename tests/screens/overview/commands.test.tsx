// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/CommandsTab.tsx'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { markOf } from '../../../server/lib/jobs/google-calendar.ts'
import { obligedOn } from '../../api/support/management-fixtures.ts'
import { onScreen } from '../support/world.tsx'

const PAGE = '/impostazioni?scheda=comandi'
const card = async () => within(await screen.findByRole('region', { name: 'Calendario' }))

test('without a calendar the commands say that none is configured, and offer none', () =>
  onScreen('admin', PAGE, async () => {
    const calendar = await card()
    calendar.getByText('Non configurato')
    expect(calendar.queryByRole('button')).toBeNull()
  }))

test('the calendar of the company is brought up to date from the commands, which say what was written and what is left', () => {
  const there = new Map<string, string>()
  return onScreen(
    'admin',
    PAGE,
    async (world) => {
      world.network.instead = (_, url) => (url.endsWith('/commands/calendar') ? new Response('{}', { status: 500 }) : undefined)
      await world.reload()
      await screen.findByText('Errore nel caricamento.')
      world.network.instead = () => undefined
      await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
      const calendar = await card()
      calendar.getByText('Attivo')
      calendar.getByText(/nel calendario rete@example\.it/)
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Voci scritte o tolte: 300. Ne restano 1: premere di nuovo.')
      expect(there.size).toBe(300)
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Voci scritte o tolte: 1.')
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Il calendario era già aggiornato.')
    },
    async ({ db, deps }) => {
      await db.update(gpl_courses).set({ status: 'cancelled' })
      await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
      const one = { type: 'terra' as const, message: 'Messa a terra', date: '2099-01-01', periodicity: 'once' as const }
      await db.insert(expirations).values(Array.from({ length: 301 }, () => one))
      deps.calendar = {
        name: 'rete@example.it',
        known: async () => new Map(there),
        put: async (event) => void there.set(event.id, markOf(event)),
        remove: async (id) => void there.delete(id),
      }
    },
  )
})

test('"Avvisa ora" says how many expirations, obligations and tickets were told, and by how many mails and pushes', () =>
  onScreen('admin', PAGE, async ({ db, user }) => {
    const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
    await db.update(tickets).set({ due_at: '2099-01-01T00:00:00.000Z' })
    await db.update(cards).set({ tank_expiration: '2099-01-01' })
    await db.update(notification_groups).set({ active: false })
    await obligedOn(db, yesterday)
    await db
      .insert(expirations)
      .values(['uno', 'due'].map((message) => ({ type: 'terra' as const, periodicity: 'once' as const, message, date: yesterday })))
    await user.click(await screen.findByRole('button', { name: 'Avvisa ora' }))
    await screen.findByText(
      /^Ultima esecuzione: scadenze 2, obblighi 1, serbatoi GPL 0, ticket 0; email \d+, notifiche sui dispositivi 0\.$/,
    )
  }))
