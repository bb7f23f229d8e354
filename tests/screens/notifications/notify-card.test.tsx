// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  notification_choices,
  notification_group_users,
  notification_times,
} from '../../../server/db/schema/notifications/notifications.ts'
import { keepPushKeys } from '../../../server/resources/notifications/push.ts'
import { onScreen } from '../support/world.tsx'

const NO_TOPIC = 'Nessun gruppo di notifica previsto per questo ruolo.'

test('what a person chooses is kept as chosen: ways by event, the summary with its hour, quiet hours; half of those is told', () =>
  onScreen(
    'contabilita',
    '/utenti/profilo',
    async ({ user, db, as }) => {
      const { user_id } = await as('contabilita')
      const mine = within(await screen.findByRole('table', { name: 'Manutenzione' }))
      expect(mine.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Manutenzione', 'Email', 'Dispositivi'])
      await user.click(mine.getByRole('checkbox', { name: 'Ticket aperto, Manutenzione: email' }))
      await user.click(mine.getByRole('checkbox', { name: 'Ticket in ritardo, Manutenzione: dispositivi' }))
      await user.click(screen.getByRole('switch', { name: /^Riepilogo giornaliero/ }))
      const hour = screen.getByRole('textbox', { name: 'Ora del riepilogo' })
      await user.clear(hour)
      await user.type(hour, '17')
      await user.type(screen.getByRole('textbox', { name: 'Silenzio dalle' }), '2130')
      const save = screen.getByRole('button', { name: 'Salva preferenze' })
      await user.click(save)
      await screen.findByText('Il campo Silenzio alle è obbligatorio.')
      expect(await db.$count(notification_times)).toBe(0)
      const until = screen.getByRole('textbox', { name: 'Silenzio alle' })
      expect(until.getAttribute('aria-invalid')).toBe('true')
      await user.type(until, '7')
      expect(until.getAttribute('aria-invalid')).not.toBe('true')
      await user.click(save)
      await screen.findByText('Preferenze salvate')
      expect(await db.select().from(notification_times)).toEqual([
        { user_id, digest: true, digest_hour: 17, quiet_from: '21:30', quiet_to: '07:00' },
      ])
      const chosen = await db.select().from(notification_choices).orderBy(notification_choices.event)
      expect(chosen.map(({ user_id: whose, group_id, event, mail, push }) => [whose, group_id, event, mail, push])).toEqual([
        [user_id, 1, 'ticket_created', false, true],
        [user_id, 1, 'ticket_late', true, false],
      ])
    },
    async ({ db, as }) => {
      await db.insert(notification_group_users).values({ group_id: 1, user_id: (await as('contabilita')).user_id })
      await keepPushKeys(db)
    },
  ))

test('whose role has no topic is told so, and is not offered devices that would stay silent', () =>
  onScreen('helpdesk', '/utenti/profilo', async ({ db, as }) => {
    const own = within(await screen.findByRole('table', { name: 'Quello che ti riguarda' }))
    expect(own.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Quello che ti riguarda', 'Email'])
    screen.getByText(NO_TOPIC)
    expect((screen.getByRole('switch', { name: /^Notifiche su questo dispositivo/ }) as HTMLInputElement).disabled).toBe(true)
    expect(await db.$count(notification_times, eq(notification_times.user_id, (await as('helpdesk')).user_id))).toBe(0)
  }))
