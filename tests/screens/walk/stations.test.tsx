// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { outbox } from '../../../src/outbox/runtime.ts'
import { patient } from '../support/patient.ts'
import { button } from '../support/quick.ts'
import { choose, gone, press, pressIn, write } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
const written = ({ network }: Screen) => network.writes.at(-1) as [string, unknown]
const paper = () => new File(['%PDF-1.4\n1 0 obj\n%%EOF\n'], 'licenza.pdf', { type: 'application/pdf' })
const chooser = () => document.querySelector<HTMLInputElement>('main input[type=file]')!

test('a piece of equipment is corrected, copied and deleted from its own page', () =>
  onScreen('admin', '/stazioni/1?scheda=attrezzature&parte=estintori&pezzo=1', async (world) => {
    await press(world, 'Modifica')
    const corrected = await screen.findByRole('dialog', { name: 'Modifica estintore' })
    expect((await within(corrected).findByDisplayValue('202500101')).tagName).toBe('INPUT')
    await world.user.keyboard('{Escape}')
    await gone('Modifica estintore')
    await press(world, 'Duplica')
    await screen.findByRole('dialog', { name: 'Nuovo estintore' })
    await world.user.keyboard('{Escape}')
    await gone('Nuovo estintore')
    await press(world, 'Elimina')
    await pressIn(world, 'Conferma eliminazione', 'Elimina')
    await waitFor(() => expect(world.address()).not.toContain('pezzo'))
    expect(written(world)[0]).toMatch(/^DELETE \/station\/fireext\/.*1$/)
  }))

test('a code of a station is made of an address, or loaded as a picture', () =>
  onScreen('admin', '/qr-fatturazione', async (world) => {
    await world.user.click(await button('Nuovo QR'))
    await choose(world, /^Punto vendita/, /^PV001/)
    await write(world, /^Nome/, 'Fatture')
    await write(world, /^(Indirizzo|Link|URL)/, 'https://piazzale.test/f')
    await world.user.click(screen.getByRole('radio', { name: 'Carica immagine' }))
    await pressIn(world, 'Nuovo QR', 'Salva')
    await screen.findByText(/obbligatorio/)
    const image = new File(['x'], 'qr.png', { type: 'image/png' })
    await world.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, image)
    await screen.findByText('qr.png')
    await world.user.click(screen.getByRole('radio', { name: 'Genera' }))
    await pressIn(world, 'Nuovo QR', 'Salva')
    await gone()
    expect(written(world)).toEqual([
      'POST /stations/qr/1',
      [
        ['name', 'Fatture'],
        ['url', 'https://piazzale.test/f'],
      ],
    ])
  }))

test('hours of a station are opened for correction and left; they are printed, and the plain ones are taken back', () =>
  onScreen('admin', '/stazioni/1?scheda=contatti', async (world) => {
    const before = world.network.writes.length
    await world.user.click((await screen.findAllByRole('button', { name: /^Modifica gli orari: / }))[0]!)
    await screen.findByRole('dialog', { name: /^Orari PV001/ })
    await world.user.keyboard('{Escape}')
    await gone(/^Orari PV001/)
    await world.user.click(screen.getAllByRole('button', { name: /^Modifica gli orari: / })[0]!)
    await pressIn(world, /^Orari PV001/, 'Annulla')
    await gone(/^Orari PV001/)
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await world.open('/stazioni/riepilogo-orari')
    await press(world, 'Stampa')
    expect(print).toHaveBeenCalledOnce()
    expect(world.network.writes.length).toBe(before)
  }))

test('a paper of a station has its kind, and is deleted', () =>
  onScreen('admin', '/stazioni/1?scheda=file', async (world) => {
    await screen.findByText('Nessun file.')
    await choose(world, 'Categoria', 'Planimetria')
    await world.user.upload(chooser(), paper())
    await press(world, 'Carica')
    await press(world, 'Elimina licenza.pdf')
    await pressIn(world, 'Conferma eliminazione', 'Elimina')
    await screen.findByText('Nessun file.')
    const [upload, removal] = world.network.writes.slice(-2) as [string, [string, string][]][]
    expect(Object.fromEntries(upload![1]).category).not.toBe('altro')
    expect(removal![0]).toMatch(/^DELETE \/stations\/1\/files\/\d+$/)
  }))

test('a document of a manager has its kind and its last day, and is deleted', () =>
  onScreen('admin', '/stazioni/manager/1?scheda=documenti', async (world) => {
    await choose(world, 'Tipo', 'DURC')
    await write(world, 'Scadenza', '01/02/2040')
    await world.user.upload(chooser(), paper())
    await press(world, 'Carica')
    await screen.findByRole('button', { name: 'Elimina licenza.pdf' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Scadenza' }).value).toBe('')
    const [, form] = written(world)
    expect(Object.fromEntries(form as [string, string][])).toMatchObject({ expiration: '2040-02-01' })
    await press(world, 'Elimina licenza.pdf')
    await pressIn(world, 'Conferma eliminazione', 'Elimina')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Elimina licenza.pdf' })).toBeNull())
  }))

test('the columns of a report are none and all again', () =>
  onScreen('admin', '/stazioni', async (world) => {
    await press(world, 'Report Excel')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Excel' }))
    const ticked = () =>
      within(dialog.getByRole('group', { name: /^Colonne del foglio/ }))
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked)
    await world.user.click(dialog.getByRole('button', { name: 'Nessuna' }))
    await waitFor(() => expect(ticked()).not.toContain(true))
    await world.user.click(dialog.getByRole('button', { name: 'Tutte' }))
    await waitFor(() => expect(ticked()).not.toContain(false))
  }))

test('a new station that is left leads back to the list, and access that was changed is taken back before it is saved', () =>
  onScreen('admin', '/stazioni/nuova', async (world) => {
    await press(world, 'Annulla')
    await waitFor(() => expect(world.address()).toMatch(/^\/stazioni(\?|$)/))
    await world.open('/stazioni/1?scheda=accessi')
    const access = async () => (await screen.findAllByRole<HTMLInputElement>('combobox', { name: 'Accesso di Gina Gestore' }))[0]!
    const before = (await access()).value
    await world.user.click(await access())
    await world.user.click(await screen.findByRole('option', { name: 'Nessun accesso' }))
    await screen.findByText('Che cosa cambia')
    await press(world, 'Annulla')
    await waitFor(() => expect(screen.queryByText('Che cosa cambia')).toBeNull())
    expect((await access()).value).toBe(before)
    expect(world.network.writes).toEqual([])
  }))

test('a price that was seen at a competitor is written down with its fuel and mode', () =>
  onScreen('admin', '/competitors?id=1', async (world) => {
    await choose(world, 'Carburante rilevato', 'Gasolio')
    await choose(world, 'Modalità', 'Servito')
    await write(world, 'Prezzo (€)', '1,799')
    await world.user.click(within(await screen.findByRole('form', { name: 'Prezzo rilevato' })).getByRole('button'))
    await waitFor(() => expect(world.network.writes).toHaveLength(1))
    expect(written(world)).toEqual([expect.stringMatching(/^POST /), expect.objectContaining({ fuel_id: 2, mode: 'serve', price: 1.799 })])
  }))

test('an intervention on a tank is written with all that is said of it', () =>
  onScreen('admin', '/stazioni/cisterne/1', async (world) => {
    const { user, network } = world
    // Before the interventions are read the button does nothing.
    await screen.findAllByText('Nessun intervento.')
    await user.click(screen.getAllByRole('button', { name: 'Nuovo intervento' })[0]!)
    await screen.findByLabelText(/^Ditta/, {}, { timeout: 5_000 })
    await write(world, /^Data/, '01/11/2026')
    await write(world, /^Ditta/, 'Tenuta S.r.l.')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Esito' }), 'Positivo')
    await write(world, 'Prossimo intervento', '01/11/2031')
    await write(world, 'Costo (€)', '120,50')
    await write(world, 'Note', 'Nessuna perdita')
    const stored = async () => JSON.stringify(await outbox().listDrafts())
    await waitFor(async () => expect(await stored()).toContain('Nessuna perdita'), { timeout: 5_000 })
    const draft = await stored()
    for (const part of ['2026-11-01', '2031-11-01', 'Tenuta S.r.l.', 'positivo', '120.5']) expect(draft).toContain(part)
    expect(network.writes).toEqual([])
  }))
