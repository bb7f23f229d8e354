// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { gpl_card_requests, gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { today } from '../../../src/lib/format.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { patient } from '../support/patient.ts'
import { choose, gone, menu, press, pressIn, write } from '../support/steps.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

patient()
afterEach(() => {
  media.phone = false
  vi.restoreAllMocks()
})
const tick = async ({ user }: Screen, name: RegExp | string) => user.click(await screen.findByRole('checkbox', { name }))
const written = ({ network }: Screen) => network.writes.at(-1) as [string, unknown]
const paper = () => new File(['%PDF-1.4\n1 0 obj\n%%EOF\n'], 'scheda.pdf', { type: 'application/pdf' })
const chooser = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!
/** Leaves the camera by Esc, opens it again and writes the code by hand. */
async function scans(world: Screen, title: string, code: string) {
  await press(world, 'Usa la fotocamera')
  await screen.findByLabelText('Codice scritto a mano')
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Codice scritto a mano')).toBeNull())
  await press(world, 'Usa la fotocamera')
  await screen.findByRole('dialog', { name: title })
  await write(world, 'Codice scritto a mano', `${code}{Enter}`)
  await waitFor(() => expect(screen.queryByLabelText('Codice scritto a mano')).toBeNull())
}

test('a code is read with the camera, or written by hand there', () =>
  onScreen('admin', '/q', async (world) => {
    await scans(world, 'Leggi un codice', 'ES-999999')
    await screen.findByText('Il codice «ES-999999» non è di nulla che puoi vedere.')
    expect(world.address()).toBe('/q/ES-999999')
  }))

test('a voucher is found by its code from the camera', () =>
  onScreen('admin', '/coupons', async (world) => {
    const [voucher] = await world.db.select().from(coupons).where(eq(coupons.status, 'issued')).limit(1)
    await press(world, 'Verifica buono')
    await scans(world, 'Inquadra il QR del buono', voucher!.serial)
    await screen.findByDisplayValue(voucher!.serial.replace(/(.{4})(?=.)/g, '$1 ')).catch(() => screen.findByDisplayValue(voucher!.serial))
    await screen.findByRole('button', { name: /^(Utilizza|Annulla) buono$/ })
    expect(world.network.writes).toEqual([])
  }))

test('a course is corrected, confirmed and deleted where it is shown; a request that was cancelled is deleted', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const { db } = world
    const [course] = await db.select().from(gpl_courses).limit(1)
    const mine = eq(gpl_courses.id, course!.id)
    await db
      .update(gpl_courses)
      .set({ date: addDays(today(), 20), status: 'planned', teacher: 'Ing. Prova' })
      .where(mine)
    await db.update(gpl_card_requests).set({ course_id: null })
    await world.open(`/calendario-corsi-gpl?id=${course!.id}`)
    await press(world, 'Modifica')
    await screen.findByRole('dialog', { name: 'Modifica corso' })
    await world.user.keyboard('{Escape}')
    await gone('Modifica corso')
    await press(world, 'Conferma corso')
    await screen.findAllByText('Confermato')
    await press(world, 'Elimina')
    await pressIn(world, 'Conferma eliminazione', 'Elimina')
    await gone()
    expect(await db.$count(gpl_courses, mine)).toBe(0)
    await db.update(gpl_card_requests).set({ status: 'REJECTED', reject_reason: 'x' }).where(eq(gpl_card_requests.id, 1))
    await world.open('/richieste-carte-gpl/1')
    await press(world, 'Elimina')
    await pressIn(world, 'Conferma eliminazione', 'Elimina')
    await waitFor(() => expect(world.address()).toMatch(/^\/richieste-carte-gpl(\?|$)/))
    expect(await db.$count(gpl_card_requests, eq(gpl_card_requests.id, 1))).toBe(0)
  }))

test('a document is uploaded with what was said of it', () =>
  onScreen('messaggi', '/documenti', async (world) => {
    await world.user.click((await screen.findAllByRole('button', { name: 'Carica documenti' }))[0]!)
    await write(world, 'Descrizione', 'Per tutti')
    await choose(world, 'Categoria', 'Circolare')
    await write(world, 'Valido fino al', '01/02/2040')
    await tick(world, 'Documento riservato')
    await world.user.upload(chooser(), paper())
    await pressIn(world, 'Carica documenti', 'Carica')
    await gone()
    const [call, form] = written(world)
    const told = { description: 'Per tutti', valid_to: '2040-02-01', isEncrypted: 'true' }
    expect([call, Object.fromEntries(form as [string, string][])]).toEqual(['POST /documents/upload', expect.objectContaining(told)])
  }))

test('a file for drivers has its station, category and last day', () =>
  onScreen('admin', '/autisti', async (world) => {
    await world.user.click((await screen.findAllByRole('button', { name: 'Carica file' }))[0]!)
    await choose(world, /^Punto vendita/, /^PV001/)
    await choose(world, 'Categoria', 'Planimetria')
    await write(world, 'Valido fino al', '01/02/2040')
    await world.user.upload(chooser(), paper())
    await pressIn(world, 'Carica file', 'Carica')
    await gone()
    await screen.findByText(/scheda/)
    const [, form] = written(world)
    expect(Object.fromEntries(form as [string, string][])).toMatchObject({ station_id: '1', valid_to: '2040-02-01' })
  }))

test('a document is given to the people of a station', () =>
  onScreen('admin', '/dashboard', async (world) => {
    await (await world.as('admin')).upload('/documents/upload', [{ name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n') }])
    await world.open('/documenti')
    await menu(world, /^Azioni/, 'Permessi')
    await world.user.type(await screen.findByRole('combobox', { name: 'Punti vendita' }), 'PV001')
    await world.user.click(await screen.findByRole('option', { name: /^PV001/ }))
    await screen.findByText(/^(\d+ persone|Una persona)$/)
    await world.user.keyboard('{Escape}')
    await pressIn(world, /^Permessi/, 'Salva')
    await gone()
    expect(written(world)).toEqual(['POST /documents/set-permissions', expect.objectContaining({ stations: [1], roles: [] })])
  }))

test('a group of contacts is folded and stays so when it is opened again', () =>
  onScreen('admin', '/contatti-utili', async (world) => {
    const group = () => screen.findByRole('button', { name: 'Emergenze' })
    expect((await group()).getAttribute('aria-expanded')).toBe('true')
    await world.user.click(await group())
    await waitFor(async () => expect((await group()).getAttribute('aria-expanded')).toBe('false'))
    await world.user.click(await group())
    await waitFor(async () => expect((await group()).getAttribute('aria-expanded')).toBe('true'))
  }))

test('a notification group has the people, events and ways that were ticked', () =>
  onScreen('admin', '/tickets/gruppi-di-notifica?modulo=1', async (world) => {
    const dialog = within(await screen.findByRole('dialog'))
    const [events, ways] = await Promise.all([
      dialog.findByRole('group', { name: 'Eventi' }),
      dialog.findByRole('group', { name: 'Canali' }),
    ])
    const first = (part: HTMLElement) => within(part).getAllByRole<HTMLInputElement>('checkbox')[0]!
    const before = [first(events).checked, first(ways).checked]
    await world.user.click(first(events))
    await world.user.click(first(ways))
    expect([first(events).checked, first(ways).checked]).toEqual(before.map((on) => !on))
    await world.user.click((await dialog.findAllByRole('button', { name: /^Aggiungi/ }))[0]!)
    await world.user.click(dialog.getByRole('button', { name: 'Salva' }))
    await gone()
    expect(written(world)).toEqual([
      'PUT /support/notification-groups/1',
      expect.objectContaining({ channels: expect.any(Array), events: expect.any(Array) }),
    ])
  }))

test('a device is shared or not, its cache is emptied and its colours are chosen', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Dispositivo condiviso/ })
    const before = toggle.checked
    await world.user.click(toggle)
    await waitFor(() => expect(toggle.checked).toBe(!before))
    await world.user.click(toggle)
    await waitFor(() => expect(toggle.checked).toBe(before))
    await press(world, 'Svuota cache')
    await screen.findByText('Cache svuotata')
    await world.user.click(screen.getByRole('radio', { name: 'Scuro' }))
    await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'))
    await world.user.click(screen.getByRole('radio', { name: 'Chiaro' }))
    await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('light'))
  }))
