// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/expirations/ExpirationShow.tsx'
import '../../../src/features/equipment/tabs/Plant.tsx'
import '../../../src/features/equipment/tabs/Dispensers.tsx'
import '../../../src/features/equipment/tabs/Devices.tsx'
import '../../../src/features/equipment/tabs/Tanks.tsx'
import '../../../src/features/equipment/tabs/NetworkDevices.tsx'
import '../../../src/features/equipment/PieceShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { dispensers, fire_extinguishers, guns, station_devices, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { dueLabel } from '../../../src/features/expirations/DueChip.tsx'
import { formIn, onScreen } from '../support/world.tsx'

const PLACE = '/stazioni/3?scheda=attrezzature'
const items = () => screen.getAllByRole('treeitem')
const focused = () => document.activeElement?.textContent

test('due dates are shown as text and not by colour alone: overdue, in days within thirty days, else as a date', () => {
  const now = new Date('2026-11-24T23:30:00Z')
  expect(dueLabel('2026-11-24', now)).toEqual({ tone: 'error', label: 'Scaduto 24/11/2026' })
  // In Rome it is the 25th already.
  expect(dueLabel('2026-11-25', now)).toEqual({ tone: 'wait', label: 'Oggi' })
  expect(dueLabel('2026-11-26', now)).toEqual({ tone: 'wait', label: 'Domani' })
  expect(dueLabel('2026-12-25', now)).toEqual({ tone: 'wait', label: 'Fra 30 giorni' })
  expect(dueLabel('2026-12-26', now)).toEqual({ tone: undefined, label: '26/12/2026' })
})

test('the plant is a tree of dispensers, guns and tanks: arrows move, open and close, Enter opens a piece', () =>
  onScreen('admin', PLACE, async ({ user, db, address }) => {
    await screen.findByRole('tree', { name: 'Erogatori, pistole e cisterne' })
    const [pump] = await db.select().from(dispensers).where(eq(dispensers.station_id, 3)).orderBy(dispensers.island, dispensers.id)
    const held = await db.select().from(guns).where(eq(guns.dispenser_id, pump!.id)).orderBy(guns.number)
    const levels = () => items().map((one) => Number(one.getAttribute('aria-level')))
    expect(new Set(levels())).toEqual(new Set([1, 2, 3]))
    const all = items().length
    items()[0]!.focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toContain(`Pistola ${held[0]!.number}`)
    await user.keyboard('{ArrowRight}')
    expect(focused()).toContain('Cisterna')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toContain(`Pistola ${held[0]!.number}`)
    await user.keyboard('{ArrowLeft}')
    expect(items().length).toBe(all - 1)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(items()[0]!.getAttribute('aria-expanded')).toBe('false')
    expect(items()[0]!.getAttribute('tabindex')).toBe('0')
    await user.keyboard('{End}{Home}{Enter}')
    await waitFor(() => expect(address()).toBe(`${PLACE}&parte=erogatori&pezzo=${pump!.id}`))
    await screen.findByRole('heading', { level: 2, name: `Erogatore ${pump!.number} (isola ${pump!.island})` })
  }))

test('a dispenser is saved with its guns; a tank with another fuel is refused at its field and the input stays', () =>
  onScreen('admin', `${PLACE}&parte=erogatori`, async ({ user, db }) => {
    const [tank] = await db
      .select()
      .from(tanks)
      .where(and(eq(tanks.station_id, 3), eq(tanks.number, 'C1')))
    await user.click(await screen.findByRole('button', { name: 'Nuovo erogatore' }))
    const dialog = within(await formIn('Nuovo erogatore'))
    await user.type(dialog.getByRole('textbox', { name: 'Matricola' }), 'ZZ-1')
    await user.click(dialog.getByRole('button', { name: 'Aggiungi pistola' }))
    await user.type(dialog.getByRole('textbox', { name: /N. pistola/ }), '77')
    const pick = async (name: RegExp, option: RegExp) => {
      await user.click(dialog.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await pick(/Carburante/, tank!.fuel_id === 2 ? /^Benzina$/ : /^Gasolio$/)
    await pick(/Cisterna/, /^C1 · /)
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await dialog.findAllByText('La cisterna contiene un altro carburante.')
    expect((dialog.getByRole('textbox', { name: 'Matricola' }) as HTMLInputElement).value).toBe('ZZ-1')
    await user.click(dialog.getByRole('button', { name: 'Togli la pistola 1' }))
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Erogatore creato')
    expect(await db.select().from(dispensers).where(eq(dispensers.number, 'ZZ-1'))).toMatchObject([{ station_id: 3, status: 'attivo' }])
  }))

test('a piece is duplicated without its unique values', () =>
  onScreen('admin', `${PLACE}&parte=apparati`, async ({ user, address }) => {
    await user.click((await screen.findAllByRole('button', { name: /^Azioni Router/ }))[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Duplica' }))
    const dialog = within(await formIn('Nuovo apparato'))
    const box = (name: RegExp | string) => dialog.getByRole('textbox', { name }) as HTMLInputElement
    expect([box(/Apparato/).value, box(/Indirizzo IP/).value, box('Seriale').value]).toEqual(['Router', '', ''])
    expect(box('Marca').value).not.toBe('')
    await user.type(box(/Indirizzo IP/), '999.1.1.1')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await dialog.findAllByText('Il campo Indirizzo IP non contiene un indirizzo IPv4 valido.')
    await user.clear(box(/Indirizzo IP/))
    await user.type(box(/Indirizzo IP/), '10.77.77.77')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Apparato creato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(address()).toBe(`${PLACE}&parte=apparati`))
    await screen.findByText('10.77.77.77')
  }))

test('a device without its serial number is not sent, and is told at its field with what else is wrong', () =>
  onScreen('admin', `${PLACE}&parte=dispositivi`, async ({ user, network }) => {
    await user.click(await screen.findByRole('button', { name: 'Nuovo dispositivo' }))
    const dialog = within(await formIn('Nuovo dispositivo'))
    await user.click(dialog.getByRole('checkbox', { name: 'Stacker' }))
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await dialog.findAllByText('Il campo Matricola è obbligatorio.')
    dialog.getAllByText('Lo stacker è solo degli accettatori (OPT).')
    expect(network.writes).toEqual([])
    await user.click(dialog.getByRole('checkbox', { name: 'Stacker' }))
    await user.type(dialog.getByRole('textbox', { name: 'Matricola' }), '2CIXX000001')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Dispositivo creato')
  }))

test('a piece has a page within its station with its data, its next check linked to the expiration, and files', () =>
  onScreen('admin', `${PLACE}&parte=estintori`, async ({ user, db, open, address }) => {
    const [one] = await db.select().from(fire_extinguishers).where(eq(fire_extinguishers.station_id, 3)).orderBy(fire_extinguishers.number)
    await user.click(await screen.findByRole('link', { name: one!.number! }))
    await screen.findByRole('heading', { level: 2, name: new RegExp(`^Estintore ${one!.number}`) })
    expect(address()).toBe(`${PLACE}&parte=estintori&pezzo=${one!.id}`)
    await screen.findByText('Nessun file.')
    const [chip] = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('/scadenze?'))
    expect(decodeURIComponent(chip!.getAttribute('href')!)).toContain(`fire_extinguisher:${one!.id}:next_`)
    // The link leads to the piece itself, not to a list.
    await user.click(chip!)
    await waitFor(() => expect(address()).toMatch(/^\/scadenze\/\d+$/))
    await screen.findByRole('heading', { level: 1, name: /estintore/ })
    await open(`${PLACE}&parte=estintori&pezzo=${one!.id}`)
    await screen.findByText('Nessun file.')
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['%PDF-1.4\n%%EOF\n'], 'scheda.pdf', { type: 'application/pdf' }),
    )
    await screen.findByText('File caricati')
    await screen.findByRole('button', { name: 'Elimina scheda.pdf' })
    expect(await db.$count(files, and(eq(files.owner_type, 'fire_extinguisher'), eq(files.owner_id, one!.id)))).toBe(1)
    await open(`${PLACE}&parte=estintori&pezzo=999999`)
    await screen.findByText('Non è tra le attrezzature di questo punto vendita.')
  }))

test("a tank's page, reached from the tree and the guns, shows its files", () =>
  onScreen('addetto', '/stazioni', async ({ user, open, address }) => {
    const table = await screen.findByRole('table')
    const id = Number(/\/stazioni\/(\d+)/.exec(within(table).getAllByRole('link')[0]!.getAttribute('href')!)![1])
    await open(`/stazioni/${id}?scheda=attrezzature&parte=cisterne`)
    await user.click(await screen.findByRole('link', { name: 'C1' }))
    await screen.findByRole('heading', { level: 2, name: 'Cisterna C1' })
    expect(address()).toMatch(new RegExp(`^/stazioni/${id}\\?scheda=attrezzature&parte=cisterne&pezzo=\\d+$`))
    await screen.findByText('Nessun file.')
    expect(screen.queryByRole('button', { name: 'Carica' })).toBeNull()
    await user.click(screen.getAllByRole('link', { name: 'Cisterne' }).find(({ textContent }) => textContent?.startsWith('←'))!)
    await screen.findByRole('link', { name: 'C2' })
  }))

test('a reader has tables without buttons, and only the allowed tabs', () =>
  onScreen('addetto', '/stazioni', async ({ open, db }) => {
    const table = await screen.findByRole('table')
    const id = Number(/\/stazioni\/(\d+)/.exec(within(table).getAllByRole('link')[0]!.getAttribute('href')!)![1])
    const name = '<img src=x onerror=alert(1)>'
    await db.update(station_devices).set({ brand: name }).where(eq(station_devices.station_id, id))
    await open(`/stazioni/${id}?scheda=attrezzature&parte=dispositivi`)
    await screen.findAllByText(name)
    expect(screen.queryByRole('button', { name: 'Nuovo dispositivo' })).toBeNull()
    expect(screen.queryAllByRole('button', { name: /^Azioni/ })).toEqual([])
    const parts = screen.getAllByRole('tab').map(({ textContent }) => textContent)
    expect(parts).toContain('Dispositivi')
    expect(parts).not.toContain('POS')
    expect(parts).not.toContain('Apparati di rete')
  }))

test('the list of dispensers says which gun is verified first; one that is out of use does not count', () =>
  onScreen('admin', '/utenti/profilo', async ({ db, open }) => {
    const [pump] = await db.select().from(dispensers).where(eq(dispensers.station_id, 3)).orderBy(dispensers.island, dispensers.id)
    const [first, second, third] = await db.select().from(guns).where(eq(guns.dispenser_id, pump!.id)).orderBy(guns.number)
    const dated = (id: number, next_metric_check: string, active = true) =>
      db.update(guns).set({ next_metric_check, active }).where(eq(guns.id, id))
    await db.update(guns).set({ next_metric_check: null }).where(eq(guns.dispenser_id, pump!.id))
    await dated(first!.id, '2041-03-05')
    await dated(second!.id, '2040-02-04')
    if (third) await dated(third.id, '2039-01-03', false)
    await open(`${PLACE}&parte=erogatori`)
    const row = (await screen.findByText(pump!.number!)).closest('tr')!
    within(row).getByText('04/02/2040')
    expect(within(row).queryByText(/05\/03\/2041|03\/01\/2039/)).toBeNull()
  }))
