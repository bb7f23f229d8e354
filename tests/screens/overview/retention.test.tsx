// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/RetentionTab.tsx'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings } from '../../../server/db/schema/core/system.ts'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { onScreen } from '../support/world.tsx'

test('"Prova" counts what would go with the months as typed, and removes nothing; "Salva" keeps them', () =>
  onScreen('admin', '/impostazioni?scheda=conservazione', async ({ db, user }) => {
    await db.delete(notifications)
    const old = { event: 'ticket_created' as const, title: 'T', text: 'T', link: '/', subject_type: 'ticket', subject_id: 1, reasons: [] }
    await db.insert(notifications).values([1, 2, 3].map(() => ({ ...old, user_id: 1, created_at: '2020-01-01T00:00:00.000Z' })))
    const field = await screen.findByRole('textbox', { name: 'Notifiche' })
    await user.type(field, '6')
    await user.click(screen.getByRole('button', { name: 'Prova' }))
    const row = within((await screen.findByRole('cell', { name: 'Notifiche' })).closest('tr')!)
    expect(row.getAllByRole('cell')[1]!.textContent).toBe('3')
    expect(await db.$count(notifications)).toBe(3)
    expect(screen.queryByRole('cell', { name: 'Cedolini' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Periodi di conservazione salvati')
    const [kept] = await db.select().from(settings).where(eq(settings.key, 'retention'))
    expect(kept!.value).toMatchObject({ activity: 12, notifications: 6, payrolls: null })
  }))
