// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/form/TextDialog.tsx'
import '../../../src/features/tickets/UndoSend.tsx'
import '../../../src/features/tickets/ticket.page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { kinds } from '../../../src/app/kinds.ts'
import { beforeLeaving } from '../../../src/app/leaving.ts'
import { connection } from '../../../src/lib/online.ts'
import { onLeave } from '../../../src/lib/session.ts'
import { outbox, sendWaiting, startOutbox } from '../../../src/outbox/runtime.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { signIn } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

// The engine as the page has it, in the one tab that there is.
Object.assign(navigator, { locks: { request: (_: string, __: object, run: (lock: object) => unknown) => run({}) } })

test('an answer that waits on the device is sent before its author signs out or closes the ticket', () =>
  onScreen('helpdesk', '/tickets', async (world) => {
    startOutbox(kinds)
    const leave = () => sendWaiting()
    onLeave.add(leave)
    const { user } = world
    const agent = await signIn(world.app, 'helpdesk')
    const office = await world.as('sup.ticket')
    const t = await openedBy(world, agent)
    connection.set('online')
    await world.open(`/tickets/${t.y}/${t.n}`)
    const comments = async () =>
      (await office.get(`/support/ticket/${t.y}/${t.n}`)).body.data.comments.map(({ message }: { message: string }) => message)
    const states = async () => (await outbox().list()).map(({ state }) => state)
    async function send(text: string) {
      // As far as the page knows, so that nothing is tried by itself.
      connection.set('unreachable')
      await user.click(await screen.findByRole('textbox', { name: 'Risposta' }))
      await user.paste(text)
      await user.click(screen.getByRole('button', { name: 'Invia' }))
      await within((await screen.findByText(text, { selector: 'p' })).closest('article')!).findByRole('button', { name: 'Annulla invio' })
    }
    await send('Arriviamo')
    expect(await comments()).toEqual([])
    expect((await beforeLeaving())?.message ?? '').not.toContain('non inviat')
    expect(await comments()).toEqual(['Arriviamo'])
    await send('Chiudo')
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Chiudi' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Guarnizione cambiata')
    await user.click(dialog.getByRole('button', { name: 'Chiudi il ticket' }))
    await screen.findByText('Il ticket è chiuso. Riaprirlo per aggiungere commenti.')
    expect(await comments()).toEqual(['Arriviamo', 'Chiudo'])
    await waitFor(async () => expect(await states()).toEqual(['sent', 'sent']))
    onLeave.delete(leave)
  }))
