// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/form/CrudDialog.tsx'
import '../../../src/features/notifications/GroupForm.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { onScreen } from '../support/world.tsx'

test('an active group without people and addresses says on its row and in its form that nobody receives its notices', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const [empty] = await world.db
      .insert(notification_groups)
      .values([{ name: 'Zeta vuoto' }, { name: 'Zeta spento', active: false }, { name: 'Zeta fuori', emails: 'a@example.it' }])
      .returning()
    await world.open('/tickets/gruppi-di-notifica?search=zeta')
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
    const said = 'Nessuno riceve questi avvisi'
    ;(await row(/Zeta vuoto/)).getByText(said)
    expect(screen.getAllByText(said)).toHaveLength(1)
    await world.open(`/tickets/gruppi-di-notifica?modulo=${empty!.id}`)
    await screen.findByText(`${said}: aggiungi almeno una persona o un indirizzo email.`)
    await world.user.type(screen.getByRole('textbox', { name: /^Email aggiuntive/ }), 'a@example.it')
    expect(screen.queryByText(new RegExp(`^${said}:`))).toBeNull()
  }))
