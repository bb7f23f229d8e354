// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import type { Caller } from '../../api/support/world.ts'
import { patient } from '../support/patient.ts'
import { button } from '../support/quick.ts'
import { choose, gone, menu, press, pressIn, write } from '../support/steps.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

patient()
afterEach(() => {
  media.phone = false
})
const tick = async ({ user }: Screen, name: RegExp | string) => user.click(await screen.findByRole('checkbox', { name }))
const someAgent = async (caller: Caller) => (await caller.get('/support/ticket/users')).body.data[0] as { id: number; name: string }
const last = ({ network }: Screen) => network.writes.at(-1)

test('tasks of a ticket are written down, done and taken away', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const { y, n } = await openedBy(world, await world.as('helpdesk'))
    await world.open(`/tickets/${y}/${n}`)
    await write(world, 'Nuova attività', 'Chiamare il tecnico{Enter}')
    await screen.findByRole('heading', { name: 'Attività · 0 di 1' })
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nuova attività' }).value).toBe(''))
    await tick(world, 'Chiamare il tecnico')
    await screen.findByRole('heading', { name: 'Attività · 1 di 1' })
    await press(world, 'Togli Chiamare il tecnico')
    await screen.findByRole('heading', { name: 'Attività' })
  }))

test('a ticket is assigned to whom was chosen', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    const agent = await someAgent(helpdesk)
    await world.open(`/tickets/${y}/${n}`)
    await menu(world, 'Altro', 'Assegna')
    await choose(world, 'Assegna a', new RegExp(`^${agent.name} · `))
    await pressIn(world, 'Assegna il ticket', 'Assegna')
    await (await dialogOf('Assegna il ticket')).findByRole('button', { name: /^Rimuovi / })
    expect(last(world)).toEqual([`POST /support/ticket/${y}/${n}/assign`, { user_id: agent.id }])
  }))

test('a ticket that is merged goes on in the one that was searched', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    const other = await openedBy(world, helpdesk, { subject: 'Insegna spenta' })
    await world.open(`/tickets/${y}/${n}`)
    await menu(world, 'Altro', 'Unisci')
    await world.user.type(await screen.findByRole('combobox', { name: 'Ticket' }), 'Insegna')
    await world.user.click(await screen.findByRole('option', { name: new RegExp(`^${other.y}/${other.n} `) }))
    await pressIn(world, 'Unisci a un altro ticket', 'Unisci')
    await waitFor(() => expect(world.address()).toBe(`/tickets/${other.y}/${other.n}`))
    expect(last(world)).toEqual([`POST /support/ticket/${y}/${n}/merge`, { into: { id_year: other.y, id_number: other.n } }])
  }))

test('the messages that were chosen become a new ticket', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    await helpdesk.post(`/support/ticket/${y}/${n}/comment`, { message: 'Anche la cassa è ferma.' })
    await world.open(`/tickets/${y}/${n}`)
    await menu(world, 'Altro', 'Dividi')
    await pressIn(world, 'Dividi il ticket', 'Dividi')
    const dialog = await dialogOf('Dividi il ticket')
    dialog.getByText('Il campo Oggetto è obbligatorio.')
    dialog.getByText('Scegli almeno un commento.')
    await write(world, /^Oggetto del nuovo ticket/, 'Cassa ferma')
    await tick(world, /Anche la cassa è ferma\.$/)
    await pressIn(world, 'Dividi il ticket', 'Dividi')
    await screen.findByRole('heading', { level: 1, name: /Cassa ferma$/ })
    expect(last(world)).toEqual([`POST /support/ticket/${y}/${n}/split`, { subject: 'Cassa ferma', comments: [expect.any(Number)] }])
  }))

test('a notification of a ticket goes to the groups, people and papers that were chosen', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const helpdesk = await world.as('helpdesk')
    const { y, n } = await openedBy(world, helpdesk)
    const agent = await someAgent(helpdesk)
    const paper = { name: 'preventivo.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') }
    const sent = await helpdesk.upload(`/support/ticket/${y}/${n}/upload`, [paper])
    expect(sent.status).toBeLessThan(300)
    await world.open(`/tickets/${y}/${n}`)
    await menu(world, 'Altro', 'Invia notifica')
    await choose(world, 'Gruppi di notifica', 'Manutenzione')
    await world.user.keyboard('{Escape}')
    await choose(world, 'Persone', agent.name)
    await world.user.keyboard('{Escape}')
    await tick(world, /preventivo\.pdf/)
    await write(world, /^(Testo|Messaggio)/, 'Domani alle 9.')
    await pressIn(world, 'Invia notifica', 'Invia')
    await gone('Invia notifica')
    expect(last(world)).toEqual([
      expect.stringContaining('POST '),
      expect.objectContaining({ group_ids: [1], user_ids: [agent.id], attach: [expect.any(String)] }),
    ])
  }))

test('a ticket that is begun loses a photo that is taken away, and all of it once it is thrown away', () => {
  media.phone = true
  return onScreen('gestore', '/tickets', async (world) => {
    const { address } = world
    await world.user.click(await button('Nuovo ticket'))
    await write(world, /^Oggetto/, 'Insegna spenta')
    const camera = await waitFor(() => document.querySelector<HTMLInputElement>('input[capture]') ?? expect.fail('no camera'))
    const file = new File(['%PDF-1.4\n1 0 obj\n%%EOF\n'], 'foto.pdf', { type: 'application/pdf' })
    fireEvent.change(camera, { target: { files: [file] } })
    await press(world, /^Togli /)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Togli / })).toBeNull())
    await press(world, 'Scarta bozza')
    await pressIn(world, 'Scarta bozza', 'Scarta')
    await waitFor(() => expect(address()).toMatch(/^\/tickets(\?|$)/))
    await world.user.click(await button('Nuovo ticket'))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Oggetto/ })).value).toBe('')
    await press(world, 'Annulla')
    await waitFor(() => expect(address()).toMatch(/^\/tickets(\?|$)/))
    expect(world.network.writes).toEqual([])
  })
})

test('a variable is put where the cursor is in the text of a mail, which is then left as it was', () =>
  onScreen('admin', '/tickets/template-messaggi?modulo=1', async (world) => {
    const dialog = await dialogOf(/^Modifica/)
    const text = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: /^Testo/ })
    const before = text.value
    await world.user.click(text)
    text.setSelectionRange(0, 0)
    await world.user.click(within(dialog.getByRole('group', { name: /^Variabili/ })).getByRole('button', { name: 'numero' }))
    await waitFor(() => expect(text.value).toBe(`{{numero}}${before}`))
    await world.user.click(dialog.getByRole('button', { name: 'Annulla' }))
    await press(world, 'Esci senza salvare')
    await gone()
    expect(world.network.writes).toEqual([])
  }))
