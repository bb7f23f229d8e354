// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Model } from '../../../src/contract/inspections/models.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** A model with a question of every type that has settings of its own; each is set by hand on screen, saved, and read from the server. */
const options = [
  { key: 'a', label: 'Buono' },
  { key: 'b', label: 'Cattivo', nc: true },
]
const asked = [
  { key: 'q_si', type: 'yes_no' },
  { key: 'q_uno', type: 'single_choice', options },
  { key: 'q_piu', type: 'multi_choice', options },
  { key: 'q_voto', type: 'rating' },
  { key: 'q_numero', type: 'number' },
  { key: 'q_testo', type: 'text' },
  { key: 'q_lungo', type: 'textarea' },
  { key: 'q_data', type: 'date' },
  { key: 'q_foto', type: 'photo' },
  { key: 'q_firma', type: 'signature', role: 'gestore' },
  { key: 'q_gps', type: 'gps' },
  { key: 'q_codice', type: 'scan' },
  { key: 'q_attrezzo', type: 'equipment', source: 'dispensers' },
  { key: 'q_tabella', type: 'table', rows: 'free', columns: [{ key: 'x', label: 'Valore', type: 'number' }] },
  { key: 'q_file', type: 'file' },
  { key: 'q_info', type: 'info', text: 'Prima' },
]
let made: Model
const prepare = async ({ as }: World) => {
  const questions = asked.map((question) => ({ label: `Domanda ${question.key}`, ...question }))
  const sections = [
    { key: 'c_1', name: 'Prima', questions },
    { key: 'c_2', name: 'Seconda', questions: [] },
  ]
  const { body } = await (await as('ispettore')).post('/inspection/model', { code: 'TIPI', name: 'Tutti i tipi', categories: sections })
  made = body.data
}
// By selectors: what a role is called takes jsdom longer than all the rest.
const pane = () => document.querySelector('section[aria-label^="Proprietà della"]')!
const button = (name: string, part: ParentNode = document) =>
  [...part.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name) ??
  expect.fail(`no button "${name}"`)
/** By the words of its label alone, without the mark of what is required and the description. */
function labelled(words: string, part = pane()) {
  const first = (node: Element) => document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode()?.textContent
  const label = [...part.querySelectorAll('label')].find((one) => first(one) === words)
  return label?.control ?? expect.fail(`no input "${words}"`)
}
/** The nth rule of a condition. */
const rule = (nth: number) =>
  [...pane().querySelectorAll('label')].filter(({ textContent }) => textContent === 'Se')[nth]!.closest('.mantine-Group-root')!
    .parentElement!
const labelledRadio = (words: string) => [...pane().querySelectorAll('label')].find(({ textContent }) => textContent === words)!.control!
/** The hands of a person at the settings of one question. */
const hands = ({ user, open }: Screen) => ({
  at: async (key: string) => {
    await open(`/verifiche/modello?id=${made.id}#${key}`)
    await waitFor(() => expect(pane().querySelector('textarea')?.value).toBe(`Domanda ${key}`))
  },
  write: (label: string, text: string, part?: Element) => {
    const input = labelled(label, part)
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
  },
  flip: (label: string) => fireEvent.click(labelled(label)),
  choose: async (label: string, option: string, part?: Element) => {
    const input = labelled(label, part)
    fireEvent.click(input)
    const list = await waitFor(
      () => document.getElementById(input.getAttribute('aria-controls') ?? '') ?? expect.fail(`no list of "${label}"`),
    )
    fireEvent.click([...list.querySelectorAll('[role=option]')].find((one) => one.textContent === option) ?? expect.fail(`no "${option}"`))
  },
  tag: (label: string, text: string) => user.type(labelled(label), `${text}{Enter}`),
  press: (name: string) => fireEvent.click(button(name, pane())),
  part: (name: string) => pane().querySelector(`[role=group][aria-label="${name}"]`)!,
})
const onEditor = (run: (world: Screen, hand: ReturnType<typeof hands>) => Promise<void>) =>
  onScreen(
    'ispettore',
    '/verifiche/modello',
    async (world) => {
      await world.open(`/verifiche/modello?id=${made.id}`)
      await screen.findByRole('heading', { name: 'Prima' })
      await run(world, hands(world))
    },
    prepare,
  )
const save = async (world: Screen) => {
  await world.user.click(button('Salva'))
  await screen.findByText('Modello modificato')
  const { body } = await (await world.as('ispettore')).get(`/inspection/model/${made.id}`)
  return body.data as Model
}
const byKey = (model: Model) =>
  Object.fromEntries(model.categories.flatMap(({ questions }) => questions).map((question) => [question.key, question])) as Record<
    string,
    object
  >

test('the settings of every type are kept as they were set', () =>
  onEditor(async (world, { at, write, flip, choose, tag, press, part }) => {
    await at('q_si')
    flip('La risposta buona è No')
    await at('q_uno')
    write('Opzione 1', 'Ottimo')
    write('Punteggio (da 0 a 1)', '0,5', part('Opzione 2'))
    press('Aggiungi opzione')
    press('Sposta su: Opzione 3')
    press('Togli: Ottimo')
    await at('q_piu')
    write('Scelte minime', '1')
    write('Scelte massime', '2')
    await at('q_voto')
    await choose('Scala', 'Da 1 a 10')
    write('Non conforme fino a', '4')
    await at('q_numero')
    const figures = {
      'Conforme da': '1,5',
      'Conforme fino a': '2,5',
      Minimo: '0',
      Massimo: '10',
      Passo: '0,5',
      Decimali: '1',
      Unità: 'bar',
    }
    for (const [label, text] of Object.entries(figures)) write(label, text)
    await at('q_testo')
    write('Lunghezza massima', '40')
    write('Formato (espressione regolare)', '[A-Z]{2}')
    await at('q_lungo')
    write('Lunghezza massima', '900')
    flip("È un'osservazione")
    await at('q_data')
    flip('È una scadenza')
    await choose('Non prima di', 'Giorni prima di oggi')
    write('Giorni', '7')
    await choose('Non dopo', 'Oggi')
    await at('q_foto')
    write('Foto minime', '2')
    write('Foto massime', '4')
    flip('Anche dalla galleria')
    await at('q_firma')
    await choose('Chi firma', 'Ispettore')
    await at('q_gps')
    write('Distanza massima dal punto vendita (m)', '150')
    await at('q_codice')
    flip("Deve essere la matricola dell'attrezzatura")
    await at('q_attrezzo')
    await choose('Tra le attrezzature', 'Cisterne')
    await at('q_tabella')
    await choose('Righe', 'Pistole')
    write('Righe al massimo', '12')
    write('Colonna 1', 'Letto')
    write('Conforme fino a', '9', part('Colonna 1'))
    press('Aggiungi colonna')
    await choose('Contiene', 'Elenco', part('Colonna 2'))
    await at('q_file')
    await tag('Formati ammessi', '.XLSX')
    await at('q_info')
    write('Testo', 'Dopo')

    const saved = byKey(await save(world))
    expect(saved).toMatchObject({
      q_si: { invert: true },
      q_uno: {
        options: [
          { label: 'Opzione 3', nc: false },
          { label: 'Cattivo', nc: true, score: 0.5 },
        ],
      },
      q_piu: { min: 1, max: 2 },
      q_voto: { max: 10, nc_at: 4 },
      q_numero: { ok_min: 1.5, ok_max: 2.5, min: 0, max: 10, step: 0.5, decimals: 1, unit: 'bar' },
      q_testo: { max_length: 40, pattern: '[A-Z]{2}' },
      q_lungo: { max_length: 900, tags: ['osservazioni'] },
      q_data: { expires: true, not_before: 'today-7', not_after: 'today' },
      q_foto: { min: 2, max: 4, gallery: true },
      q_firma: { role: 'ispettore' },
      q_gps: { max_distance: 150 },
      q_codice: { expect: 'equipment_number' },
      q_attrezzo: { source: 'tanks' },
      q_tabella: {
        rows: 'guns',
        max_rows: 12,
        columns: [
          { key: 'x', label: 'Letto', type: 'number', ok_max: 9 },
          { label: 'Colonna 2', type: 'select', options: ['Sì', 'No'] },
        ],
      },
      q_file: { ext: ['pdf', 'jpg', 'jpeg', 'png', 'xlsx'] },
      q_info: { text: 'Dopo' },
    })
    // Untouched settings stay as they were.
    expect(saved.q_si).toMatchObject({ label: 'Domanda q_si', required: true, weight: 1 })
  }))

test('what holds for any answer, its non-conformity and its section are kept; crossed limits are refused where they stand', () =>
  onEditor(async (world, { at, write, flip, choose }) => {
    await at('q_numero')
    flip('Obbligatoria')
    flip('Decisiva')
    write('Peso', '3')
    await choose('Foto', 'Obbligatoria')
    await choose('Valore iniziale', 'Risposta della verifica precedente')
    write('Norma', 'D.M. 1/2/2003')
    write('Aiuto per chi compila', 'Leggere il manometro')
    flip('Apre una non conformità')
    await choose('Gravità', 'Critica')
    flip('Regola propria')
    await choose('La risposta', 'è maggiore di')
    write('Valore', '5')
    flip('Una foto')
    write('Giorni per la risoluzione', '3')
    write('Azione suggerita', 'Chiudere la valvola')
    await choose('Sezione', 'Seconda')
    write('Minimo', '9')
    write('Massimo', '1')
    await world.user.click(button('Salva'))
    await screen.findAllByText('Il minimo supera il massimo.')
    expect(world.network.asked.filter((one) => one.startsWith('PUT'))).toEqual([])
    write('Massimo', '99')

    const model = await save(world)
    expect(model.categories[1]!.questions.map(({ key }) => key)).toEqual(['q_numero'])
    expect(byKey(model).q_numero).toMatchObject({
      ...{
        required: false,
        critical: true,
        weight: 3,
        photo: 'required',
        prefill: 'previous',
        norm: 'D.M. 1/2/2003',
        help: 'Leggere il manometro',
      },
      nc: {
        when: { op: 'gt', value: 5 },
        severity: 'critica',
        require: ['note', 'photo'],
        deadline_days: 3,
        suggestion: 'Chiudere la valvola',
      },
      ...{ min: 9, max: 99 },
    })
  }))

test('a section is named, weighed, repeated for what the station has, and shown on a condition', () =>
  onEditor(async (world, { write, flip, choose, press }) => {
    await world.open(`/verifiche/modello?id=${made.id}#c_2.dati`)
    await waitFor(() => expect(pane().getAttribute('aria-label')).toBe('Proprietà della sezione'))
    write('Titolo sezione', 'Cisterne una per una')
    write('Descrizione', 'Aprire il pozzetto')
    write('Peso', '2,5')
    flip('Ripetuta')
    await choose('Per ogni', 'Cisterne')
    write('Nome di un blocco', 'Serbatoio')
    press('Aggiungi condizione')
    await choose('Se', 'Domanda q_si')
    expect((await save(world)).categories[1]).toMatchObject({
      ...{ key: 'c_2', name: 'Cisterne una per una', description: 'Aprire il pozzetto', weight: 2.5 },
      repeat: { source: 'tanks', label: 'Serbatoio' },
      visible_if: { all: [{ q: 'q_si', op: 'eq', value: 'si' }] },
    })
  }))

test('a question becomes another type: what is said of any question stays, what only the old type had goes', () =>
  onEditor(async (world, { at, write, choose }) => {
    await at('q_voto')
    write('Non conforme fino a', '2')
    write('Peso', '4')
    await choose('Tipo', 'Numero')
    const saved = byKey(await save(world)).q_voto
    expect(saved).toMatchObject({ type: 'number', weight: 4, label: 'Domanda q_voto' })
    expect(saved).not.toHaveProperty('nc_at')
  }))

test('conditions are built of earlier answers and facts of the station, in groups, and taken away again', () =>
  onEditor(async (world, { at, write, choose, press }) => {
    await at('q_testo')
    // The question just before is what one most likely means.
    press('Aggiungi condizione')
    await choose('Se', 'Domanda q_uno', rule(0))
    await choose('Risposta', 'è diversa da', rule(0))
    await choose('Valore', 'Cattivo', rule(0))
    press('Aggiungi regola')
    await choose('Se', 'Adatto ai mezzi pesanti', rule(1))
    await choose('Valore', 'No', rule(1))
    fireEvent.click(labelledRadio('Almeno una'))
    press('Aggiungi gruppo')
    await choose('Se', 'Domanda q_numero', rule(2))
    await choose('Risposta', 'è almeno', rule(2))
    write('Valore', '2,5', rule(2))
    // A condition may name neither a later question nor its own.
    fireEvent.click(labelled('Se', rule(0)))
    const offered = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
    expect(offered).toContain('Domanda q_si')
    expect(offered).not.toContain('Domanda q_testo')
    expect(offered).not.toContain('Domanda q_foto')
    const any = [
      { q: 'q_uno', op: 'ne', value: 'b' },
      { station: 'suitableForTruck', op: 'eq', value: false },
      { all: [{ q: 'q_numero', op: 'gte', value: 2.5 }] },
    ]
    expect(byKey(await save(world)).q_testo).toMatchObject({ visible_if: { any } })
    press('Togli gruppo')
    fireEvent.click(button('Togli la regola', rule(1)))
    expect(byKey(await save(world)).q_testo).toMatchObject({ visible_if: { any: any.slice(0, 1) } })
    press('Togli condizione')
    expect(byKey(await save(world)).q_testo).toMatchObject({ visible_if: null })
  }))

test('the preview is the model as it stands on screen, hides what its conditions hide, and keeps nothing', () =>
  onEditor(async (world, { at, write, press }) => {
    await at('q_si')
    write('Domanda', '')
    fireEvent.click(button('Anteprima'))
    await screen.findAllByText('Il testo è obbligatorio.')
    expect(document.querySelector('aside[aria-label=Anteprima]')).toBeNull()
    write('Domanda', 'Appena cambiata')
    await at('q_uno')
    press('Aggiungi condizione')
    fireEvent.click(button('Anteprima'))
    const asked = (label: string) =>
      waitFor(() => document.querySelector(`aside article[aria-label="${label}"]`) ?? expect.fail(`not asked: ${label}`))
    const answer = async (words: string) =>
      fireEvent.click(
        [...(await asked('Appena cambiata')).querySelectorAll('label')].find(({ textContent }) => textContent === words)!.control!,
      )
    const writes = () => world.network.asked.filter((one) => !one.startsWith('GET'))
    const before = writes()
    await answer('Sì')
    fireEvent.click(button('Avanti'))
    await asked('Domanda q_uno')
    fireEvent.click(button('Indietro'))
    await answer('No')
    fireEvent.click(button('Avanti'))
    await asked('Domanda q_piu')
    expect(writes()).toEqual(before)
    // Enter in an answer is none of the model's form.
    expect(document.querySelector('form aside')).toBeNull()
    // It stands beside what is edited, and follows it: the words, and the place.
    await world.open(`/verifiche/modello?id=${made.id}#q_si`)
    await asked('Appena cambiata')
    write('Domanda', 'E ancora')
    await asked('E ancora')
    fireEvent.click(button('Anteprima'))
    await waitFor(() => expect(document.querySelector('aside[aria-label=Anteprima]')).toBeNull())
    expect(await outbox().list()).toEqual([])
    const { body } = await (await world.as('ispettore')).get(`/inspection/model/${made.id}`)
    expect(byKey(body.data).q_si).toMatchObject({ label: 'Domanda q_si' })
    expect(byKey(body.data).q_uno).not.toHaveProperty('visible_if')
  }))
