// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { today } from '../../../src/lib/format.ts'
import { addDays, italianDay } from '../../../src/rules/shared/italian.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { answersOf, begunWith, forTheField } from '../support/device.ts'
import { patient } from '../support/patient.ts'
import { choose, gone, press, write } from '../support/steps.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

patient()
Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
vi.stubGlobal('Worker', NoWorker)
afterEach(() => {
  vi.restoreAllMocks()
  media.phone = false
})
const tick = async ({ user }: Screen, name: RegExp | string) => user.click(await screen.findByRole('checkbox', { name }))
const radio = async ({ user }: Screen, name: RegExp | string) => user.click(await screen.findByRole('radio', { name }))
const free = { required: false }
const options = (...labels: string[]) => labels.map((label, at) => ({ key: `o_${at}`, label }))
const many = options('Uno', 'Due', 'Tre', 'Quattro', 'Cinque', 'Sei', 'Sette', 'Otto')
const columns = [
  { key: 'giorno', label: 'Del', type: 'date' },
  { key: 'esito', label: 'Esito riga', type: 'select', options: ['Pieno', 'Vuoto'] },
  { key: 'nota', label: 'Annotazione', type: 'text' },
  { key: 'litri', label: 'Litri', type: 'number', decimals: 0 },
]
const questions = [
  { key: 'q_text', type: 'text', label: 'Targa', ...free },
  { key: 'q_area', type: 'textarea', label: 'Racconto', ...free },
  { key: 'q_day', type: 'date', label: 'Revisione del', ...free },
  { key: 'q_time', type: 'time', label: 'Apertura alle', ...free },
  { key: 'q_moment', type: 'datetime', label: 'Fermo dal', ...free },
  { key: 'q_one', type: 'single_choice', label: 'Stato', options: options('Buono', 'Cattivo'), ...free },
  { key: 'q_long', type: 'single_choice', label: 'Scelta lunga', options: many, ...free },
  { key: 'q_many', type: 'multi_choice', label: 'Dotazioni', options: options('Guanti', 'Sabbia'), ...free },
  { key: 'q_rate', type: 'rating', label: 'Voto', ...free },
  { key: 'q_number', type: 'number', label: 'Giacenza', decimals: 0, ...free },
  { key: 'q_scan', type: 'scan', label: 'Matricola', ...free },
  { key: 'q_rows', type: 'table', label: 'Letture', rows: 'free', columns, ...free },
  { key: 'q_file', type: 'file', label: 'Documento', ext: ['pdf'], ...free },
]

test('every kind of answer is kept on the device as it was given', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begunWith(world, 'TUTTI', questions)
    await write(world, /^Targa/, 'AB123CD')
    await write(world, /^Racconto/, 'Tutto bene.')
    await write(world, /^Revisione del/, '01/02/2030')
    await write(world, /^Apertura alle/, '730')
    await write(world, /^Fermo dal/, '03/04/2030')
    await write(world, 'Ora', '915')
    await user.tab()
    await radio(world, 'Cattivo')
    await user.click((await card('Scelta lunga')).getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'Sette' }))
    await tick(world, 'Sabbia')
    await user.click((await card('Voto')).getByRole('radio', { name: '4' }))
    await write(world, /^Giacenza/, '1200')
    await write(world, /^Matricola/, 'MX1')
    await press(world, 'Aggiungi riga')
    await write(world, 'Del', '05/06/2030')
    await choose(world, 'Esito riga', 'Vuoto')
    await write(world, 'Annotazione', 'sporca')
    await write(world, 'Litri', '7')
    await waitFor(async () =>
      expect(await answersOf(uuid)).toMatchObject({
        q_text: { v: 'AB123CD' },
        q_area: { v: 'Tutto bene.' },
        q_day: { v: '2030-02-01' },
        q_time: { v: '07:30' },
        q_moment: { v: '2030-04-03T09:15' },
        q_one: { v: 'o_1' },
        q_long: { v: 'o_6' },
        q_many: { v: ['o_1'] },
        q_rate: { v: 4 },
        q_number: { v: 1200 },
        q_scan: { v: 'MX1' },
        q_rows: { v: [{ giorno: '2030-06-05', esito: 'Vuoto', nota: 'sporca', litri: 7 }] },
      }),
    )
    // What was answered by a tap is taken back.
    await user.click((await card('Stato')).getByRole('button', { name: 'Azzera' }))
    await user.click((await card('Letture')).getByRole('button', { name: 'Rimuovi' }))
    await tick(world, 'Sabbia')
    const gone = async () => {
      const { q_one, q_rows, q_many } = await answersOf(uuid)
      return [q_one?.v ?? null, q_rows?.v ?? null, q_many?.v ?? null]
    }
    await waitFor(async () => expect(await gone()).toEqual([null, null, null]))
  }))

test('a code is read or written by hand, and a file that was chosen is taken away', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begunWith(world, 'CODICE', questions.slice(-3))
    const ask = () => card('Matricola').then(({ getByRole }) => user.click(getByRole('button', { name: 'Leggi con la fotocamera' })))
    await ask()
    await screen.findByRole('dialog', { name: 'Matricola' })
    await user.keyboard('{Escape}')
    await gone('Matricola')
    await ask()
    await write(world, 'Codice scritto a mano', 'ZX-77{Enter}')
    await gone('Matricola')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Matricola' }).value).toBe('ZX-77')
    const file = new File(['%PDF-1.4\n1 0 obj\n%%EOF\n'], 'carta.pdf', { type: 'application/pdf' })
    const box = document.querySelector<HTMLInputElement>('input[type=file]:not([accept^=image])')!
    await user.upload(box, file)
    await screen.findByText('Allegato 1 (application/pdf)')
    await user.click((await card('Documento')).getByRole('button', { name: 'Rimuovi' }))
    await waitFor(() => expect(screen.queryByText('Allegato 1 (application/pdf)')).toBeNull())
    await waitFor(async () => expect((await answersOf(uuid)).q_file?.v ?? null).toBeNull())
    expect((await answersOf(uuid)).q_scan).toMatchObject({ v: 'ZX-77' })
  }))

/** A canvas that takes strokes and words, and gives a picture. */
function canvas() {
  const context = new Proxy({}, { get: () => () => ({ width: 100 }), set: () => true })
  const proto = HTMLCanvasElement.prototype
  vi.spyOn(proto, 'getContext').mockReturnValue(context as never)
  vi.spyOn(proto, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })))
  Object.defineProperties(proto, { clientWidth: { value: 900, configurable: true }, clientHeight: { value: 360, configurable: true } })
}
const two = (key: string, name: string) => ({
  key: `c_${key}`,
  name,
  questions: [{ key: `q_${key}`, label: `Domanda ${key}`, type: 'yes_no', nc: { severity: 'grave', require: [] } }],
})
async function begunIn(world: Screen, code: string, more: object = {}) {
  const sections = {
    require: { inspector_signature: false, manager_signature: true },
    categories: [two('uno', 'Prima'), two('due', 'Seconda')],
  }
  const model = await makeModel(await world.as('admin'), code, { ...sections, ...more })
  const kept = await forTheField(model)
  const { startInspection } = await import('../../../src/features/inspections/start.ts')
  const uuid = await startInspection(kept.model, kept.station, null)
  await world.open(`/verifiche/${uuid}`)
  await screen.findByRole('article', { name: 'Domanda uno' })
  return uuid
}
const standsAt = (key: string) => screen.findByRole('article', { name: `Domanda ${key}` })

test('on a desk sections, the next open question and the summary lead to what they name', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const uuid = await begunIn(world, 'VIE')
    await press(world, /^Seconda/)
    await standsAt('due')
    for (const at of [0, 1]) {
      await world.user.click(screen.getAllByRole('button', { name: 'Prossima senza risposta' })[at]!)
      await standsAt(at === 0 ? 'uno' : 'due').catch(() => standsAt('uno'))
    }
    await world.open(`/verifiche/${uuid}?q=q_uno`)
    await world.user.click(within(await standsAt('uno')).getByRole('radio', { name: 'No' }))
    await press(world, /^Riepilogo/)
    await world.user.click(await screen.findByRole('button', { name: /^Domanda uno.*Grave/ }))
    await standsAt('uno')
    await press(world, /^Riepilogo/)
    await world.user.click(await screen.findByRole('button', { name: /^Domanda due/ }))
    await standsAt('due')
  }))

test('on a phone the list of sections, and the ways of filling in, are chosen', () => {
  media.phone = true
  return onScreen('ispettore', '/utenti/profilo', async (world) => {
    await begunIn(world, 'MODI')
    await press(world, 'Sezioni')
    await press(world, /^Seconda/)
    await standsAt('due')
    const set = async (name: string) => {
      await press(world, 'Altre azioni')
      await world.user.click(await screen.findByRole('menuitemcheckbox', { name, hidden: true }))
    }
    await set('Tutte le domande della sezione')
    await standsAt('due')
    await press(world, 'Altre azioni')
    const whole = () => screen.findByRole('menuitemcheckbox', { name: 'Tutte le domande della sezione', hidden: true })
    expect((await whole()).getAttribute('aria-checked')).toBe('true')
    await world.user.click(await whole())
    await set('Avanti da sola dopo la risposta')
    await press(world, 'Altre azioni')
    const advance = await screen.findByRole('menuitemcheckbox', { name: 'Avanti da sola dopo la risposta', hidden: true })
    expect(advance.getAttribute('aria-checked')).toBe('false')
    await world.user.click(advance)
  })
})

test('a verifica is not left unsigned by mistake: a name is asked for, the refusal is left or taken back, and notes are kept', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    canvas()
    const uuid = await begunIn(world, 'FIRME')
    const { loadLocal } = await import('../../../src/features/inspections/local-inspection.ts')
    const local = async () => (await loadLocal(uuid))!.local
    await press(world, /^Riepilogo/)
    await write(world, /^Presente per il punto vendita/, 'Gina Verdi')
    await write(world, 'Note', 'Da rivedere a maggio.')
    await waitFor(async () => expect(await local()).toMatchObject({ present: 'Gina Verdi', notes: 'Da rivedere a maggio.' }))
    await world.user.clear(await screen.findByRole('textbox', { name: /^Nome del firmatario/ }))
    await press(world, 'Firma')
    await screen.findByText('Indicare chi firma.')
    await write(world, /^Nome del firmatario/, 'Gina Verdi')
    await press(world, 'Firma')
    await screen.findByRole('dialog', { name: 'Firma del gestore' })
    await press(world, 'Conferma firma')
    await screen.findByText('Firmare nel riquadro, poi confermare.')
    await world.user.keyboard('{Escape}')
    await gone('Firma del gestore')
    await press(world, 'Firma digitando il nome')
    await screen.findByText(/^Firmato da Gina Verdi il .*, digitando il nome$/)
    await press(world, 'Firma di nuovo')
    await press(world, 'Firma')
    const area = await screen.findByRole('img', { name: 'Firma del gestore: area in cui firmare' })
    for (const [what, at] of [
      ['pointerDown', 10],
      ['pointerMove', 200],
      ['pointerMove', 500],
      ['pointerUp', 700],
    ] as const)
      fireEvent[what](area, { pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: at, clientY: at / 3 })
    await press(world, 'Conferma firma')
    await gone('Firma del gestore')
    await screen.findByText(/^Firmato da Gina Verdi il [^,]*$/)
    await press(world, 'Firma di nuovo')
    await press(world, 'Il gestore rifiuta la firma')
    await press(world, 'Torna alla firma')
    await press(world, 'Il gestore rifiuta la firma')
    await write(world, /^Motivo del rifiuto/, 'Assente')
    await press(world, 'Registra il rifiuto')
    await screen.findByText('Il gestore ha rifiutato la firma: Assente')
    await press(world, 'Togli il rifiuto')
    await screen.findByRole('button', { name: 'Firma' })
    await waitFor(async () => expect((await local()).signatures.manager ?? null).toBeNull())
  }))

test('a non-conformity set by hand has its day, and is closed', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const uuid = await begunIn(world, 'AMANO')
    const card = within(await standsAt('uno'))
    await world.user.click(card.getByRole('button', { name: 'Segnala NC' }))
    await world.user.click(await card.findByRole('radio', { name: /^Critica/ }))
    const day = addDays(today(), 10)
    await write(world, /^Da risolvere entro/, italianDay(day))
    await world.user.tab()
    await world.user.click(card.getByRole('button', { name: 'Chiudi' }))
    await waitFor(() => expect(card.queryByText('Gravità della non conformità')).toBeNull())
    await waitFor(async () => expect((await answersOf(uuid)).q_uno).toMatchObject({ nc: { severity: 'critica', deadline: day } }))
  }))
