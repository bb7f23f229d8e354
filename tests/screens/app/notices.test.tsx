// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/NoticeList.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { watchNotices } from '../../../src/app/notices.ts'
import { connection } from '../../../src/lib/online.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

test('the notices close by Esc from the moment they stand, though the focus comes to them a little later', () =>
  onScreen('contabilita', '/stazioni/banche', async () => {
    fireEvent.click(await screen.findByRole('button', { name: /Notifiche recenti/ }))
    await screen.findByText('Nessuna notifica finora.')
    const bell = screen.getByRole('button', { name: /Notifiche recenti/ })
    bell.focus()
    fireEvent.keyDown(bell, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByText('Nessuna notifica finora.')).toBeNull())
    expect(document.activeElement).toBe(bell)
  }))

test('who was given a right while signed in is told so, and not that the session is over', () =>
  onScreen('autista', '/autisti', async ({ as, open }) => {
    const [admin, ugo] = [await as('admin'), await as('autista')]
    const { id: _, ...before } = (await admin.get(`/users/${ugo.user_id}`)).body.data
    const given = await admin.put(`/users/${ugo.user_id}`, { ...before, permissions: [...before.permissions, 'ticket_user'] })
    expect(given.status).toBe(200)
    await open('/documenti')
    await screen.findByRole('button', { name: 'Accedi' })
    // On the page itself, where it stays.
    const [said, ...more] = await screen.findAllByText('I tuoi permessi sono cambiati: accedi di nuovo.')
    expect([said!.closest('form') !== null, more]).toEqual([true, []])
    expect(screen.queryByText('Sessione scaduta')).toBeNull()
  }))

const ofConta = async ({ db }: World) =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, 'contabilita@demo.example.it')))[0]!.id
const read = async ({ db }: World) =>
  (await db.select().from(notifications).orderBy(notifications.id)).map(({ title, read_at }) => [title, read_at !== null])

/** One notice about a record, and one about a list. */
async function toldTwice(world: World) {
  const user_id = await ofConta(world)
  const told = { user_id, event: 'expiration_due' as const, text: '', subject_type: 'bank', subject_id: 1, reasons: ['Prova.'] }
  const at = new Date().toISOString()
  await world.db.insert(notifications).values([
    { ...told, title: 'Banca modificata', link: '/stazioni/banche/1', created_at: at },
    { ...told, title: 'Scadenza vicina', link: '/scadenze', created_at: at },
  ])
}

test('opening a notice leads to its subject and reads it alone; the others are read by "Segna come lette"', () =>
  onScreen(
    'contabilita',
    '/dashboard',
    async (world) => {
      const bell = () => screen.findByRole('button', { name: /^Notifiche recenti/ })
      await world.user.click(await bell())
      await world.user.click(await screen.findByRole('button', { name: /Banca modificata/ }))
      await waitFor(() => expect(world.address()).toBe('/stazioni/banche/1'))
      await waitFor(async () =>
        expect(await read(world)).toEqual([
          ['Banca modificata', true],
          ['Scadenza vicina', false],
        ]),
      )
      await waitFor(async () => expect((await bell()).getAttribute('aria-label')).toMatch(/da leggere: 1$/))
      await world.user.click(await bell())
      await world.user.click(await screen.findByRole('button', { name: 'Segna come lette' }))
      await waitFor(async () => expect((await read(world)).map(([, done]) => done)).toEqual([true, true]))
      await waitFor(async () => expect((await bell()).getAttribute('aria-label')).toMatch(/da leggere: 0$/))
    },
    toldTwice,
  ))

test('a notice is read by opening its page, by whatever way, and no other', () =>
  onScreen(
    'contabilita',
    '/dashboard',
    async (world) => {
      connection.set('online')
      watchNotices()
      const bell = async () => (await screen.findByRole('button', { name: /^Notifiche recenti/ })).getAttribute('aria-label')
      await waitFor(async () => expect(await bell()).toMatch(/da leggere: 2$/))
      await world.open('/stazioni/banche/1')
      await waitFor(async () => expect(await bell()).toMatch(/da leggere: 1$/))
      expect(await read(world)).toEqual([
        ['Banca modificata', true],
        ['Scadenza vicina', false],
      ])
    },
    toldTwice,
  ))
