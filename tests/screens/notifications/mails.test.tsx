// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings } from '../../../server/db/schema/core/system.ts'
import { HELD, heldSince } from '../../../server/lib/jobs/held.ts'
import { onScreen } from '../support/world.tsx'

const ask = async (world: Parameters<NonNullable<Parameters<typeof onScreen>[3]>>[0]) => {
  await (await world.as()).post('/auth/forgot-password', { email: 'rete@demo.example.it' })
  await world.db.execute(sql`update pgboss.job set state = 'failed', retry_count = 5, started_on = now(), completed_on = now(),
    output = '{"message":"550 Mailbox unavailable"}'::jsonb`)
}

test('Invii email is empty at first, and says that without a server mails stay here', () =>
  onScreen('admin', '/impostazioni?scheda=invii', async () => {
    await screen.findByText('Nessun server di posta configurato: le email restano come file nella cartella dati.')
    screen.getByText('Qui compaiono le email che l’app invia, dalla prima in poi.')
  }))

test('a mail that was given up says why, and goes back into the queue with "Riprova"', () =>
  onScreen(
    'admin',
    '/impostazioni',
    async ({ user, address }) => {
      await user.click(await screen.findByRole('tab', { name: 'Invii email' }))
      const row = (await screen.findByText('550 Mailbox unavailable')).closest('tr')!
      expect(address()).toContain('scheda=invii')
      for (const text of ['rete@demo.example.it', 'Reimposta la password', 'Fallita', '6']) within(row).getByText(text)
      await user.click(within(row).getByRole('button', { name: /^Azioni/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Riprova' }))
      await screen.findByText(/^Riprova alle /)
      await screen.findByText('Email rimessa in coda')
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Azioni/ })).toBeNull())
    },
    ask,
  ))

test('a mail to a wrong address is corrected where it stands: what is no address is told, and nothing typed is lost', () =>
  onScreen(
    'admin',
    '/impostazioni?scheda=invii',
    async ({ user, db }) => {
      await user.click(await screen.findByRole('button', { name: /^Azioni/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Correggi' }))
      const box = await screen.findByRole('textbox', { name: 'Destinatario' })
      expect((box as HTMLInputElement).value).toBe('sbagliato@example.it')
      await user.clear(box)
      await user.type(box, 'nessuna')
      await user.click(screen.getByRole('button', { name: 'Invia' }))
      await screen.findByText('Inserire un indirizzo email valido.')
      expect(box.getAttribute('aria-invalid')).toBe('true')
      await user.type(box, '@example.it')
      expect(box.getAttribute('aria-invalid')).not.toBe('true')
      await user.click(screen.getByRole('button', { name: 'Invia' }))
      await screen.findByText('Email rimessa in coda')
      await screen.findByText('nessuna@example.it')
      const { rows } = (await db.execute(sql`select data->>'to' as "to", state from pgboss.job`)) as unknown as { rows: object[] }
      expect(rows).toEqual([{ to: 'nessuna@example.it', state: 'retry' }])
    },
    async ({ db }) => {
      await db.execute(sql`insert into pgboss.job (name, data, state, retry_count, started_on, completed_on, output)
        values ('mail', '{"kind":"mail","to":"sbagliato@example.it","subject":"Ticket","text":"Salve"}', 'failed', 5, now(), now(),
          '{"message":"550 Mailbox unavailable"}')`)
    },
  ))

test('a restored copy says that it holds its mails, and lets them leave when asked twice', () =>
  onScreen(
    'admin',
    '/impostazioni?scheda=invii',
    async ({ user, db }) => {
      await screen.findByText('Gli invii sono trattenuti')
      screen.getByText(/viene da una copia di sicurezza del 05\/11\/2026/)
      await user.click(screen.getByRole('button', { name: 'Riprendi gli invii' }))
      await user.click(await screen.findByRole('button', { name: 'Riprendi' }))
      await screen.findByText('Gli invii sono ripresi')
      await waitFor(() => expect(screen.queryByText('Gli invii sono trattenuti')).toBeNull())
      expect(await heldSince(db)).toBeUndefined()
    },
    async ({ db }) => {
      await db.insert(settings).values({ key: HELD, value: { copied_at: '2026-11-05T09:00:00.000Z' } })
    },
  ))

test('who only reads the settings has no tab of the administrator, and by its address the first one', () =>
  onScreen('rete', '/impostazioni?scheda=invii', async () => {
    await screen.findByText('Dati dell’azienda')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Azienda', 'Carburanti', 'Estintori', 'Integrazioni'])
  }))
