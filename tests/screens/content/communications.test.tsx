// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/content/communications/Acknowledge.tsx'
import '../../../src/features/content/communications/CommunicationForm.tsx'
import '../../../src/features/content/communications/CorrectForm.tsx'
import '../../../src/features/content/communications/DraftParts.tsx'
import '../../../src/features/content/communications/Recipients.tsx'
import '../../../src/features/content/communications/SenderActions.tsx'
import '../../../src/features/overview/dashboard/Communications.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { communication_recipients, communications } from '../../../server/db/schema/content/communications.ts'
import { session } from '../../../src/lib/session.ts'
import type { World } from '../../api/support/world.ts'
import { engineOf } from '../support/device.ts'
import { choose, gone, leaveTwice, press, pressIn, write } from '../support/steps.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

const words = { subject: 'Nuova procedura', body: '<p>Da <b>lunedì</b>.</p>', roles: ['driver'] }
const control = async ({ as }: World) => {
  const mara = await as('messaggi')
  return (await mara.post('/communications-ctrl', words)).body.data as { id: number }
}
const drain = () => engineOf(session.get().user!.id).wake('user')
const writes = ({ network }: Screen) =>
  network.asked.filter((one) => !one.startsWith('GET') && one.includes('/communications')).map((one) => one.replace('/api/v1', ''))

test('a control communication stays on the dashboard until it is confirmed', () =>
  onScreen('autista', '/autisti', async (world) => {
    const { user, open } = world
    const { id } = await control(world)
    await open('/dashboard')
    await user.click(await screen.findByRole('link', { name: 'Leggi e conferma' }))
    await screen.findByRole('heading', { name: 'Nuova procedura' })
    expect(screen.getByText('lunedì').tagName).toBe('B')
    expect(screen.queryByRole('button', { name: 'Sollecita' })).toBeNull()
    await user.dblClick(await screen.findByRole('button', { name: 'Ho preso visione' }))
    await screen.findByText(/^Conferma da inviare/)
    await drain()
    await world.reload()
    await screen.findByText(/^Ne hai confermato la presa visione il/)
    await open('/dashboard')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Leggi e conferma' })).toBeNull())
    expect(writes(world)).toEqual([`POST /communications-ctrl/${id}/ack`])
  }))

test('a control communication whose day is past is late, on the dashboard and on its page, until it is confirmed; its page leads back', () =>
  onScreen('autista', '/autisti', async (world) => {
    const mara = await world.as('messaggi')
    const { id } = (await mara.post('/communications-ctrl', { ...words, ack_due: '2026-03-02' })).body.data
    const due = { ...words, subject: 'Non ancora', ack_due: '2099-03-02' }
    await mara.post('/communications-ctrl', due)
    await world.open('/dashboard')
    await screen.findByText('Non ancora')
    expect(screen.getAllByText('In ritardo')).toHaveLength(1)
    await world.open(`/comunicazioni/${id}?type=2`)
    await screen.findByText('In ritardo')
    await world.user.click(await screen.findByRole('button', { name: 'Ho preso visione' }))
    await drain()
    await world.reload()
    await screen.findByText(/^Ne hai confermato la presa visione il/)
    expect(screen.queryByText('In ritardo')).toBeNull()
    await world.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(world.address()).toBe('/dashboard'))
  }))

test('confirmed without a network it stays pinned as "Conferma da inviare", through a reload, until the server has it', () =>
  onScreen('autista', '/autisti', async (world) => {
    const { user, open, network } = world
    const { id } = await control(world)
    await open('/dashboard')
    await user.click(await screen.findByRole('link', { name: 'Leggi e conferma' }))
    const button = await screen.findByRole('button', { name: 'Ho preso visione' })
    network.down = true
    await user.click(button)
    await screen.findByText(/^Conferma da inviare/)
    await screen.findByText('In attesa di invio')
    const before = Date.now()
    network.down = false
    await world.reload('/dashboard')
    await screen.findByRole('link', { name: 'Conferma da inviare' })
    expect(screen.queryByRole('link', { name: 'Leggi e conferma' })).toBeNull()
    await drain()
    await world.reload('/dashboard')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Conferma da inviare' })).toBeNull())
    const own = (await (await world.as('autista')).get(`/communications-ctrl/${id}`)).body.data
    expect(Date.parse(own.mine.ack_at)).toBeLessThanOrEqual(before)
    expect(writes(world)).toEqual([`POST /communications-ctrl/${id}/ack`])
  }))

test('its sender sees who has not confirmed, reminds and deletes; an address without a type says so', () =>
  onScreen('messaggi', '/comunicazioni?scheda=controllo', async (world) => {
    const { user, open } = world
    const { id } = await control(world)
    await open(`/comunicazioni/${id}`)
    await screen.findByText('Not valid type')
    await open(`/comunicazioni/${id}?type=2`)
    await screen.findByRole('heading', { name: 'Destinatari (1)' })
    const row = within(await screen.findByRole('row', { name: /Ugo Autista/ }))
    expect(row.getAllByText('–')).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Sollecita' }))
    await screen.findByText(/^Avvisare di nuovo la persona che non ha ancora confermato\?/)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sollecita' }))
    await screen.findByText('Sollecito inviato')
    // What was sent is evidence; a draft is not.
    expect(screen.queryByRole('button', { name: 'Elimina' })).toBeNull()
    const mara = await world.as('messaggi')
    const draft = { ...words, roles: [], users: [mara.user_id], draft: true }
    const { id: other } = (await mara.post('/communications-ctrl', draft)).body.data
    await open(`/comunicazioni/${other}?type=2`)
    await user.click(await screen.findByRole('button', { name: 'Elimina' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
    await screen.findByText('Comunicazione eliminata')
    expect(writes(world).filter((one) => !one.endsWith('/recipients'))).toEqual([
      `POST /communications-ctrl/${id}/remind`,
      `DELETE /communications-ctrl/${other}`,
    ])
  }))

test('its sender sees when each has read and confirmed it, and only those who have not yet read it once that is asked', () =>
  onScreen('messaggi', '/comunicazioni', async (world) => {
    const mara = await world.as('messaggi')
    const people = await Promise.all(['autista', 'rete', 'gestore'].map((name) => world.as(name)))
    const [ugo, renata, gina] = people.map(({ user_id }) => user_id)
    const { id } = (await mara.post('/communications-ctrl', { ...words, roles: [], users: [ugo, renata, gina] })).body.data
    await world.runs()
    const at = (user_id: number | undefined, read_at: string | null, ack_at: string | null) =>
      world.db
        .update(communication_recipients)
        .set({ read_at, ack_at })
        .where(and(eq(communication_recipients.communication_id, id), eq(communication_recipients.user_id, user_id!)))
    await at(ugo, '2026-03-02T09:30:00.000Z', '2026-03-03T10:45:00.000Z')
    await at(renata, '2026-03-04T07:00:00.000Z', null)
    await world.open(`/comunicazioni/${id}?type=2`)
    await screen.findByRole('heading', { name: 'Destinatari (3)' })
    await screen.findByRole('row', { name: /Ugo Autista/ })
    const shown = () => cells().map(([person, ...rest]) => [person!.slice(0, person!.indexOf(' ')), ...rest])
    expect(shown()).toHaveMembers([
      ['Ugo', '02/03/2026 10:30', '03/03/2026 11:45', '–'],
      ['Renata', '04/03/2026 08:00', '–', '–'],
      ['Gina', '–', '–', '–'],
    ])
    await world.user.click(screen.getByRole('radio', { name: 'Non letta' }))
    await waitFor(() => expect(shown()).toEqual([['Gina', '–', '–', '–']]))
    await world.user.click(screen.getByRole('radio', { name: 'Non confermata' }))
    await waitFor(() => expect(shown().map(([name]) => name)).toHaveMembers(['Renata', 'Gina']))
  }))

test('a draft shows whom it will reach before it is sent', () =>
  onScreen('messaggi', '/comunicazioni', async (world) => {
    const { user, open, as } = world
    const mara = await as('messaggi')
    const { id } = (await mara.post('/communications/messages', { ...words, draft: true })).body.data
    await open(`/comunicazioni/${id}?type=1`)
    await screen.findByText('Una persona')
    screen.getByText('Bozza')
    await user.click(screen.getByRole('button', { name: 'Mostra chi sono' }))
    await screen.findByText('Ugo Autista')
    await user.click(screen.getByRole('button', { name: 'Invia subito' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Invia' }))
    await screen.findByText('Comunicazione inviata')
    await screen.findByRole('heading', { name: 'Destinatari (1)' })
    screen.getByText('Inviata')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Comunicazioni' }))
    await waitFor(() => expect(world.address()).toBe('/comunicazioni'))
    expect(writes(world).filter((one) => !one.endsWith('/recipients'))).toEqual([`POST /communications/messages/${id}/send`])
  }))

test('a draft is changed by its form, sent at the day and hour that were said, taken back, and corrected once it is sent', () =>
  onScreen('messaggi', '/comunicazioni', async (world) => {
    const { user, as, db } = world
    const { id } = (await (await as('messaggi')).post('/communications/messages', { ...words, draft: true })).body.data
    const now = async () => (await db.select().from(communications).where(eq(communications.id, id)))[0]!
    const before = await now()
    await world.open(`/comunicazioni/${id}?type=1`)
    const edit = 'Modifica bozza'
    await leaveTwice(
      world,
      edit,
      () => press(world, 'Modifica'),
      () => write(world, /^Oggetto/, 'Per errore'),
    )
    expect(await now()).toEqual(before)
    await press(world, 'Modifica')
    // The draft that was left takes the form's place.
    await screen.findByText(/^Bozza recuperata/)
    await write(world, /^Oggetto/, 'Procedura di marzo')
    await choose(world, 'Persone', 'Renata Rete')
    await pressIn(world, edit, 'Salva bozza')
    await gone()
    expect(await now()).toMatchObject({ subject: 'Procedura di marzo', status: 'draft', body: before.body })
    await screen.findByText('2 persone')
    await write(world, 'Giorno', '10/02/2040')
    const hour = screen.getByLabelText('Ora')
    await user.clear(hour)
    await user.type(hour, '07:30')
    await press(world, 'Programma invio')
    await screen.findByText('Programmata per il 10/02/2040 07:30')
    expect(await now()).toMatchObject({ status: 'scheduled', send_at: '2040-02-10T06:30:00.000Z' })
    await press(world, 'Annulla invio programmato')
    await waitFor(async () => expect(await now()).toMatchObject({ status: 'draft', send_at: null }))
    await press(world, 'Invia subito')
    within(await screen.findByRole('dialog', { name: 'Invio' })).getByText(/Le email non partono, perché SMTP non è configurato/)
    await pressIn(world, 'Invio', 'Invia')
    await screen.findByRole('heading', { name: 'Destinatari (2)' })
    const correct = 'Correggi e invia di nuovo'
    await leaveTwice(
      world,
      correct,
      () => press(world, 'Correggi'),
      () => write(world, /^Oggetto/, 'Per errore'),
    )
    expect(await now()).toMatchObject({ version: 1, subject: 'Procedura di marzo' })
    await press(world, 'Correggi')
    await write(world, /^Oggetto/, 'Procedura di aprile')
    await pressIn(world, correct, 'Invia la correzione')
    await gone()
    expect(await now()).toMatchObject({ version: 2, subject: 'Procedura di aprile', body: before.body })
    await user.click(await screen.findByRole('button', { name: /^Versione 1 del .*: Procedura di marzo$/ }))
    await screen.findByRole('region', { name: /^Versione 1 del / })
  }))

test('a refused correction says so at its field until something else is entered there', () =>
  onScreen('messaggi', '/utenti/profilo', async (world) => {
    const mara = await world.as('messaggi')
    const { id } = (await mara.post('/communications/messages', words)).body.data
    await world.runs()
    await world.open(`/comunicazioni/${id}?type=1`)
    await press(world, 'Correggi')
    const subject = await screen.findByRole('textbox', { name: /^Oggetto/ })
    await waitFor(() => expect(subject.closest('[role="dialog"]')).not.toBeNull())
    await world.user.clear(subject)
    await pressIn(world, 'Correggi e invia di nuovo', 'Invia la correzione')
    await waitFor(() => expect(subject.getAttribute('aria-invalid')).toBe('true'))
    await world.user.type(subject, 'Procedura di aprile')
    expect(subject.getAttribute('aria-invalid')).not.toBe('true')
  }))
