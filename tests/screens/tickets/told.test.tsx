// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/BulkForm.tsx'
import '../../../src/features/tickets/MacroDialog.tsx'
import '../../../src/features/tickets/MergeDialog.tsx'
import '../../../src/features/tickets/NewTicket.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import '../../../src/ui/ConfirmDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { onScreen } from '../support/world.tsx'

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a macro that closes asks first, and does nothing if the answer is no', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { user } = world
    connection.set('online')
    const t = await openedBy(world, await world.as('solo.ticket'))
    const status = async () => (await world.db.select().from(tickets).where(eq(tickets.id, t.id)))[0]!.status_id
    await world.open(`/tickets/${t.y}/${t.n}`)
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Macro' }))
    await user.click(await (await dialog('Macro')).findByRole('button', { name: /^Risolto in remoto/ }))
    const question = await dialog('Chiudere il ticket?')
    question.getByText(`La macro «Risolto in remoto» chiude il ticket ${t.y}/${t.n} e avvisa chi l’ha aperto.`)
    await user.click(question.getByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chiudere il ticket?' })).toBeNull())
    expect(await status()).toBe(1)
    await user.click((await dialog('Macro')).getByRole('button', { name: /^Risolto in remoto/ }))
    await user.click((await dialog('Chiudere il ticket?')).getByRole('button', { name: 'Chiudi il ticket' }))
    await screen.findByText('Macro eseguita')
    expect(await status()).toBe(5)
  }))

test('what was split off is not shown to the requester as her own words', () =>
  onScreen('solo.ticket', '/utenti/profilo', async (world) => {
    connection.set('online')
    const [boss, sara] = [await world.as('sup.ticket'), await world.as('solo.ticket')]
    const t = await openedBy(world, sara)
    const { id } = (await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message: 'Anche il bagno perde' })).body.data
    const { data } = (await boss.post(`/support/ticket/${t.y}/${t.n}/split`, { subject: 'Bagno', comments: [id] })).body
    await world.open(`/tickets/${data.id_year}/${data.id_number}`)
    const first = await screen.findByRole('article', { name: /^Richiesta di Tea Supticket/ })
    expect(first.getAttribute('data-mine')).toBeNull()
    screen.getByText(`Scritto nel ticket ${t.y}/${t.n}.`)
    expect(screen.queryByText(/per conto di/)).toBeNull()
  }))

test('joining tickets of two stations names both, and of the request that an agent wrote for somebody both are named', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user } = world
    connection.set('online')
    const boss = await world.as('sup.ticket')
    const sara = await world.as('solo.ticket')
    const [one, two] = [
      await makeStation(world.db, { code: 'ZZ71', name: 'Uno' }),
      await makeStation(world.db, { code: 'ZZ72', name: 'Due' }),
    ]
    const a = await openedBy(world, boss, { subject: 'Sigma uno', station_id: one.id, requester_id: sara.user_id })
    const b = await openedBy(world, boss, { subject: 'Sigma due', station_id: two.id })
    await world.open(`/tickets/${a.y}/${a.n}`)
    await screen.findByText('Scritto da Tea Supticket per conto di Sara Soloticket.')
    await user.click(await screen.findByRole('button', { name: 'Altro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unisci' }))
    const merge = await dialog('Unisci a un altro ticket')
    await user.type(merge.getByRole('combobox', { name: 'Ticket' }), 'sigma due')
    await user.click(await screen.findByRole('option', { name: /Sigma due/ }))
    expect(merge.getByRole('alert').textContent).toBe(
      `I due ticket sono di punti vendita diversi: ${a.y}/${a.n} di ZZ71 Uno, ${b.y}/${b.n} di ZZ72 Due.`,
    )
    await user.click(merge.getByRole('button', { name: 'Annulla' }))
    await world.open(`/tickets/${b.y}/${b.n}`)
    await screen.findByRole('heading', { name: /Sigma due/ })
    expect(screen.queryByText(/per conto di/)).toBeNull()
  }))

test('assigning many says that it adds, a file that is too large is named, and what is missing stands in the order of the form', () =>
  onScreen('sup.ticket', '/utenti/profilo', async (world) => {
    const { user } = world
    connection.set('online')
    await openedBy(world, await world.as('sup.ticket'), { subject: 'Kappa uno' })
    await world.open('/tickets?search=kappa')
    await user.click(await screen.findByRole('checkbox', { name: /^Seleziona .*Kappa uno/ }))
    await user.click(within(await screen.findByRole('group', { name: 'Righe selezionate' })).getByRole('button', { name: 'Assegna' }))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Assegna' }).textContent).toContain('Si aggiunge a chi è già assegnato.'))
    await user.keyboard('{Escape}')
    await world.open('/tickets/nuovo')
    await user.click(await screen.findByRole('button', { name: 'Apri ticket' }))
    const faults = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent!).find((text) => text.includes('Oggetto'))!
    const places = ['Categoria', 'Oggetto', 'Descrizione'].map((name) => faults.indexOf(name))
    expect(places, faults).toEqual(places.toSorted((x, y) => x - y))
    expect(places).not.toContain(-1)
    const large = new File(['x'], 'enorme.pdf', { type: 'application/pdf' })
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, large)
    await screen.findByText('enorme.pdf: Il file supera la dimensione massima di 20 MB.')
  }))
