// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/Compile.tsx'
import '../../../src/features/inspections/NcForm.tsx'
import '../../../src/features/inspections/Summary.tsx'
import '../../../src/features/inspections/inputs/PriceInput.tsx'
import '../../../src/features/inspections/inputs/TableInput.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { NoWorker } from '../../no-worker.ts'
import { answersOf, begunWith, sent } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

vi.stubGlobal('Worker', NoWorker)

const columns = [
  { key: 'litri', label: 'Totalizzatore', type: 'number', decimals: 2, unit: 'l' },
  { key: 'nota', label: 'Stato', type: 'text' },
]
const questions = [
  { key: 'q_prezzi', type: 'price_check', label: 'Prezzi esposti', nc: { severity: 'grave', require: [] } },
  { key: 'q_righe', type: 'table', label: 'Letture', rows: 'free', columns, required: false },
  { key: 'q_note', type: 'text', label: 'Osservazioni', required: false },
]
const begun = (world: Screen, code: string) => begunWith(world, code, questions)

test('prices are read beside the one in force: what differs says so, what nobody read is not zero, and both arrive', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begun(world, 'PREZZI')
    const prices = await card('Prezzi esposti')
    const [totem] = await prices.findAllByRole<HTMLInputElement>('textbox', { name: /, totem$/ })
    expect(totem!.value).toBe('')
    await user.type(totem!, '9,999')
    await prices.findByText('Diverso dal listino')
    await user.tab()
    await waitFor(async () => expect((await answersOf(uuid)).q_prezzi?.v[0]).toMatchObject({ totem: 9.999, dispenser: null }))
    await user.type(prices.getAllByRole('textbox', { name: /, erogatore$/ })[1]!, '1.801')
    await waitFor(async () => expect((await answersOf(uuid)).q_prezzi?.v[1]).toMatchObject({ totem: null, dispenser: 1.801 }))
    const stored = await sent(world, uuid)
    expect(stored.answers.q_prezzi.v.slice(0, 2)).toMatchObject([
      { totem: 9.999, dispenser: null },
      { totem: null, dispenser: 1.801 },
    ])
    expect(stored.answers.q_prezzi.v[0].expected).toBeGreaterThan(0)
  }))

test('what is no price is refused at its box once it is left, and is not called different from the list', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begun(world, 'ERRATI')
    const prices = await card('Prezzi esposti')
    const [totem, dispenser] = await prices.findAllByRole<HTMLInputElement>('textbox', { name: /, (totem|erogatore)$/ })
    for (const [box, typed] of [
      [totem!, '-1'],
      [dispenser!, '17,59'],
    ] as const) {
      await user.click(box)
      await user.paste(typed)
      await user.tab()
    }
    await waitFor(async () => expect((await answersOf(uuid)).q_prezzi?.v[0]).toMatchObject({ totem: -1, dispenser: 17.59 }))
    expect(prices.getAllByText('Il prezzo deve essere compreso tra 0,100 e 9,999.')).toHaveLength(2)
    expect(prices.queryByText('Diverso dal listino')).toBeNull()
    expect(prices.queryByText(/^Non conformità/)).toBeNull()
  }))

test('a price equal to the list is one tap, Enter goes to the next box and from the last one on', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begun(world, 'LISTINO')
    const prices = await card('Prezzi esposti')
    const [equal] = await prices.findAllByRole('button', { name: /: uguale al listino, / })
    await user.click(equal!)
    await waitFor(async () => {
      const [row] = (await answersOf(uuid)).q_prezzi.v
      expect([row.totem, row.dispenser]).toEqual([row.expected, row.expected])
    })
    const boxes = prices.getAllByRole<HTMLInputElement>('textbox')
    await user.click(boxes[0]!)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(boxes[1])
    await user.click(boxes.at(-1)!)
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Riepilogo' })
  }))

test('rows are added to a table, filled in and taken away; what was typed in the others stays', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begun(world, 'RIGHE')
    const table = await card('Letture')
    await user.click(await table.findByRole('button', { name: 'Aggiungi riga' }))
    await user.click(table.getByRole('button', { name: 'Aggiungi riga' }))
    await user.type((await table.findAllByRole('textbox', { name: /^Stato/ }))[0]!, 'Da togliere')
    await user.type(table.getAllByRole('textbox', { name: /^Totalizzatore/ })[1]!, '1234,5')
    await user.type(table.getAllByRole('textbox', { name: /^Stato/ })[1]!, 'Sigillo integro')
    await user.click(table.getAllByRole('button', { name: 'Rimuovi' })[0]!)
    const kept = [{ litri: 1234.5, nota: 'Sigillo integro' }]
    await waitFor(async () => expect((await answersOf(uuid)).q_righe?.v).toEqual(kept))
    expect((await sent(world, uuid)).answers.q_righe.v).toEqual(kept)
  }))

test('a non-conformity is told of by hand where no rule fires, and taken back only when asked twice', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begun(world, 'AMANO')
    const notes = await card('Osservazioni')
    await user.click(await notes.findByRole('button', { name: 'Segnala NC' }))
    await user.click(await notes.findByRole('radio', { name: 'Critica' }))
    await user.type(await notes.findByRole('textbox', { name: /^Descrizione/ }), 'Pensilina pericolante')
    await user.type(notes.getByRole('textbox', { name: /^Azione suggerita/ }), 'Transennare')
    const said = { severity: 'critica', note: 'Pensilina pericolante', suggestion: 'Transennare' }
    await waitFor(async () => expect((await answersOf(uuid)).q_note?.nc).toMatchObject(said))
    await user.click(notes.getByRole('button', { name: 'Togli la segnalazione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Togliere la segnalazione?' }))
    await user.click(dialog.getByRole('button', { name: 'Annulla' }))
    expect((await sent(world, uuid)).answers.q_note.nc).toMatchObject(said)
  }))

test('a manager who refuses to sign is written down with the reason, which cannot be left out', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, open } = world
    const { uuid } = await begun(world, 'RIFIUTO')
    await open(`/verifiche/${uuid}?view=summary`)
    await user.click(await screen.findByRole('button', { name: 'Il gestore rifiuta la firma' }))
    const register = screen.getByRole<HTMLButtonElement>('button', { name: 'Registra il rifiuto' })
    await user.click(register)
    screen.getByText('Il campo Motivo del rifiuto è obbligatorio.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Motivo del rifiuto/ }))
    await user.type(screen.getByRole('textbox', { name: 'Nome del gestore' }), 'Gina Gestore')
    await user.type(screen.getByRole('textbox', { name: /^Motivo del rifiuto/ }), 'Non concorda sul pozzetto')
    await open('/utenti/profilo')
    await open(`/verifiche/${uuid}?view=summary`)
    await screen.findByDisplayValue('Non concorda sul pozzetto')
    await user.click(screen.getByRole('button', { name: 'Registra il rifiuto' }))
    await screen.findByText('Il gestore ha rifiutato la firma: Non concorda sul pozzetto')
    await waitFor(async () => expect((await loadLocal(uuid))!.local.signatures.manager).toBeDefined())
    const stored = await sent(world, uuid)
    expect(stored.signatures.manager).toMatchObject({ name: 'Gina Gestore', refused: true, reason: 'Non concorda sul pozzetto' })
  }))
