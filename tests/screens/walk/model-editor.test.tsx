// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Model } from '../../../src/contract/inspections/models.ts'
import type { World } from '../../api/support/world.ts'
import { patient } from '../support/patient.ts'
import { gone, press } from '../support/steps.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

patient()
const options = [
  { key: 'a', label: 'Buono' },
  { key: 'b', label: 'Cattivo' },
]
const columns = [
  { key: 'x', label: 'Valore', type: 'number' },
  { key: 'y', label: 'Stato', type: 'select', options: ['Pieno', 'Vuoto'] },
  { key: 'z', label: 'Inutile', type: 'text' },
]
const asked = [
  { key: 'q_uno', type: 'single_choice', options },
  { key: 'q_data', type: 'date', nc: { severity: 'lieve', require: [], when: { op: 'lt', value: '2026-01-01' } } },
  { key: 'q_testo', type: 'text', nc: { severity: 'lieve', require: [], when: { op: 'eq', value: 'x' } } },
  { key: 'q_tabella', type: 'table', rows: 'free', columns },
  { key: 'q_molti', type: 'multi_choice', options, nc: { severity: 'lieve', require: [], when: { op: 'in', value: ['a'] } } },
]
let made: Model
async function prepare({ as }: World) {
  const questions = asked.map((question) => ({ label: `Domanda ${question.key}`, ...question }))
  const sections = [
    { key: 'c_1', name: 'Prima', questions },
    { key: 'c_2', name: 'Seconda', questions: [] },
  ]
  const { body } = await (await as('ispettore')).post('/inspection/model', { code: 'GIRO', name: 'Giro', categories: sections })
  expect(body.error).toBeUndefined()
  made = body.data
}
const onEditor = (run: (world: Screen) => Promise<void>) =>
  onScreen(
    'ispettore',
    '/verifiche/modello',
    async (world) => {
      await world.open(`/verifiche/modello?id=${made.id}`)
      await screen.findByRole('heading', { name: 'Sezioni' })
      await run(world)
    },
    prepare,
  )
afterEach(() => {
  media.phone = false
})
const pane = (name: string) => screen.findByRole('region', { name }).then((part) => within(part))
const at = async ({ open }: Screen, key: string) => {
  await open(`/verifiche/modello?id=${made.id}#${key}`)
  const part = await pane('Proprietà della domanda')
  await part.findByDisplayValue(`Domanda ${key}`)
  return part
}
async function saved(world: Screen): Promise<Record<string, object>> {
  await press(world, 'Salva')
  const refused = () => [...document.querySelectorAll('[role=alert], .mantine-InputWrapper-error')].map(({ textContent }) => textContent)
  expect(refused()).toEqual([])
  await screen.findByText('Modello modificato')
  const { body } = await (await world.as('ispettore')).get(`/inspection/model/${made.id}`)
  const questions = (body.data as Model).categories.flatMap((section) => section.questions)
  return Object.fromEntries(questions.map((question) => [question.key, question]))
}
/** By label and event: typed key by key, the form of a model takes jsdom minutes. */
async function pick(_: Screen, part: ReturnType<typeof within>, label: string, option: RegExp | string) {
  fireEvent.click(part.getAllByLabelText(label).find((one: HTMLElement) => one.matches('input'))!)
  fireEvent.click(await screen.findByRole('option', { name: option }))
}
function fill(_: Screen, part: ReturnType<typeof within>, label: string, text: string) {
  const box = part.getByLabelText(label)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

test('options, columns, limits and rules of questions are kept as they were set', () =>
  onEditor(async (world) => {
    const { user } = world
    const one = await at(world, 'q_uno')
    await user.click(one.getByRole('button', { name: 'Sposta giù: Buono' }))
    await user.click(within(one.getByRole('group', { name: 'Opzione 1' })).getByRole('checkbox', { name: 'Non conforme' }))
    await pick(world, one, 'Nota', 'Obbligatoria')
    const day = await at(world, 'q_data')
    await pick(world, day, 'Non prima di', 'Una data')
    fill(world, day, 'Data', '01/02/2026')
    fill(world, day, 'Valore', '03/04/2027')
    await pick(world, day, 'Categoria ticket', 'Impianto / Erogatori')
    const text = await at(world, 'q_testo')
    fill(world, text, 'Valore', 'guasto')
    const many = await at(world, 'q_molti')
    await pick(world, many, 'Valori', 'Cattivo')
    await user.keyboard('{Escape}')
    const table = await at(world, 'q_tabella')
    await user.click(table.getByRole('button', { name: 'Togli: Inutile' }))
    const [first, second] = [1, 2].map((nth) => within(table.getByRole('group', { name: `Colonna ${nth}` })))
    fill(world, first!, 'Decimali', '1')
    fill(world, first!, 'Unità', 'bar')
    await user.type(second!.getByRole('combobox', { name: /^Voci/ }), 'Mezzo{Enter}')
    expect(await saved(world)).toMatchObject({
      q_uno: { note: 'required', options: [{ label: 'Cattivo', nc: true }, { label: 'Buono' }] },
      q_data: { not_before: '2026-02-01', nc: { ticket_category_id: 1, when: { value: '2027-04-03' } } },
      q_testo: { nc: { when: { op: 'eq', value: 'guasto' } } },
      q_molti: { nc: { when: { value: ['a', 'b'] } } },
      q_tabella: { columns: [{ decimals: 1, unit: 'bar' }, { options: ['Pieno', 'Vuoto', 'Mezzo'] }] },
    })
  }))

test('what opens over the model is closed and leaves it as it was; a section is added, and the model is left', () =>
  onEditor(async (world) => {
    const { user, network } = world
    const before = network.writes.length
    for (const [opener, title] of [
      ['Aggiungi domanda', 'Tipo di domanda'],
      ['Incolla domande', 'Incolla domande'],
    ] as const) {
      await press(world, opener)
      await screen.findByRole('dialog', { name: title })
      await user.keyboard('{Escape}')
      await gone(title)
      await waitFor(() => expect(document.activeElement?.textContent).toBe(opener))
    }
    await press(world, 'Incolla domande')
    const paste = within(await screen.findByRole('dialog', { name: 'Incolla domande' }))
    await pick(world, paste, 'Tipo di risposta', 'Testo lungo')
    await user.click(paste.getByRole('button', { name: 'Annulla' }))
    await gone('Incolla domande')
    await press(world, 'Impostazioni')
    await pane('Proprietà della sezione')
    await press(world, 'Aggiungi sezione')
    fireEvent.change(await screen.findByDisplayValue('Sezione 3'), { target: { value: '' } })
    await press(world, 'Attiva')
    const list = () => screen.queryByText('Prima di attivarlo')
    await waitFor(() => expect(list()).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(list()).toBeNull())
    await press(world, /(punto|punti) da correggere$/i)
    await waitFor(() => expect(list()).not.toBeNull())
    expect(network.writes.length).toBe(before)
    await user.keyboard('{Escape}')
    await press(world, 'Annulla')
    await press(world, 'Esci senza salvare')
    await waitFor(() => expect(world.address()).toMatch(/^\/verifiche\/modello(\?per_page.*)?$/))
  }))

test('on a phone one goes from pane to pane and back, and the preview lies over the model', () => {
  media.phone = true
  return onEditor(async (world) => {
    const { user } = world
    await press(world, /^1\. Prima/)
    await pane('Prima')
    await press(world, /^Domanda q_uno|^1\. Domanda q_uno/)
    await pane('Proprietà della domanda')
    await press(world, 'Domande')
    await pane('Prima')
    await press(world, 'Sezioni')
    await pane('Sezioni')
    await world.open(`/verifiche/modello?id=${made.id}`)
    await press(world, 'Anteprima')
    const trial = within(await screen.findByRole('dialog', { name: 'Anteprima' }, { timeout: 10_000 }))
    const [flag] = await trial.findAllByRole('checkbox')
    const was = (flag as HTMLInputElement).checked
    await user.click(flag!)
    expect((flag as HTMLInputElement).checked).toBe(!was)
    await user.keyboard('{Escape}')
    await gone('Anteprima')
  })
})
