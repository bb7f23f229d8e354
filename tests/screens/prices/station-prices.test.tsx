// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/PrintDialog.tsx'
import '../../../src/features/prices/station/NewPrice.tsx'
import '../../../src/features/prices/station/PriceChart.tsx'
import '../../../src/features/stations/tabs/Fuels.tsx'
import '../../../src/features/stations/tabs/General.tsx'
import '../../../src/ui/ChartPlot.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { mimit_means } from '../../../server/db/schema/prices/mimit.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { assign, makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen, type Screen } from '../support/world.tsx'

// jsdom has no canvas: every method of this stand-in does nothing.
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
  const own: Record<string, unknown> = { canvas: this, measureText: () => ({ width: 10 }) }
  return new Proxy(own, { get: (all, key) => (key in all ? all[key as string] : () => {}) })
} as never
afterEach(forgetNotices)
const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const [PETROL, LPG] = [1, 3]
const told = (text: string) => waitFor(() => expect(notices.get().map(({ content }) => content)).toContain(text))
const idOf = async ({ db }: Pick<World, 'db'>) => (await db.select().from(stations).where(eq(stations.code, 'ZZ1')))[0]!.id
const opened = async (world: Screen) => {
  const id = await idOf(world)
  await world.open(`/stazioni/${id}?scheda=carburanti`)
  await screen.findByRole('heading', { name: 'Prezzi in vigore' })
  return id
}
/** A no-break space stands before the euro sign. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const rowsOf = (name: string) =>
  [...screen.getByRole('table', { name }).querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => plain(cell.textContent)),
  )

/** A station whose petrol price changed ten days ago and will change tomorrow; its LPG has no price. */
async function prepare({ db, as }: World) {
  const { id } = await makeStation(db, { code: 'ZZ1' })
  const admin = await as('admin')
  await assign(db, id, (await as('gestore')).user_id)
  await db.insert(station_acl).values({ station_id: id, user_id: (await as('rete')).user_id, level: 'write' })
  await db.insert(station_fuels).values([
    { station_id: id, fuel_id: PETROL, self: true, serve: true },
    { station_id: id, fuel_id: LPG, self: false, serve: true },
  ])
  const of = { station_id: id, fuel_id: PETROL, mode: 'self' as const }
  await db.insert(prices).values([
    { ...of, price: 1.749, valid_from: ago(20), created_by: admin.user_id },
    { ...of, price: 1.789, valid_from: ago(10), created_by: admin.user_id },
    { ...of, price: 1.799, valid_from: ago(-1), created_by: admin.user_id },
    { ...of, mode: 'serve', price: 1.959, valid_from: ago(12), source: 'icad' },
  ])
}

test('each price shows the means of the area, our difference from them, and their day', () =>
  onScreen(
    'rete',
    '/stazioni',
    async (world) => {
      await opened(world)
      await screen.findByText(/^Medie del \d\d\/\d\d\/\d{4}\. Fonte: MIMIT/)
      expect(rowsOf('Prezzi in vigore')).toEqual([
        ['Benzina', '1,789 €/l10 giorni fa', '1,959 €/l12 giorni fa'],
        ['Media PR', '1,801 (−0,012)', ''],
        ['Media Emilia-Romagna', '1,779 (+0,010)', ''],
        ['GPL', 'Non erogato', 'Nessun prezzo'],
      ])
    },
    async (world) => {
      await prepare(world)
      const mean = { fuel_id: PETROL, mode: 'self' as const, day: ago(1).slice(0, 10), stations: 9 }
      await world.db.insert(mimit_means).values([
        { ...mean, area: 'PR', price: 1.801 },
        { ...mean, area: 'Emilia-Romagna', price: 1.779 },
      ])
    },
  ))

test('the prices of a station show current and planned ones, every change, and the state of the communication', () =>
  onScreen(
    'rete',
    '/stazioni',
    async (world) => {
      await opened(world)
      expect(rowsOf('Prezzi in vigore')).toEqual([
        ['Benzina', '1,789 €/l10 giorni fa', '1,959 €/l12 giorni fa'],
        ['GPL', 'Non erogato', 'Nessun prezzo'],
      ])
      screen.getByText('Da rinnovare')
      screen.getByText(/^Ultima variazione 10 giorni fa: la comunicazione al MIMIT andava rinnovata entro il \d\d\/\d\d\/\d{4}\.$/)
      screen.getByText(/: Benzina self 1,799 €\/l \(\+0,010 € da adesso\)$/)
      expect(rowsOf('Variazioni dei prezzi').map(([, ...cells]) => cells.slice(0, 4))).toEqual([
        ['Benzina self', '1,789 €/l', '+0,040 €', 'Anna Amministratrice'],
        ['Benzina servito', '1,959 €/l', 'Primo', 'ICAD'],
        ['Benzina self', '1,749 €/l', 'Primo', 'Anna Amministratrice'],
      ])
      const chart = await screen.findByRole('region', { name: 'Benzina, ultimi 90 giorni' })
      await world.user.click(within(chart).getByRole('button', { name: 'Vedi dati' }))
      const days = [...chart.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => plain(cell.textContent)))
      expect(days).toHaveLength(91)
      expect(days.at(-1)!.slice(1)).toEqual(['1,789 €', '1,959 €'])
      expect(days.at(-14)!.slice(1)).toEqual(['1,749 €', '–'])
      expect(days[0]!.slice(1)).toEqual(['–', '–'])
    },
    prepare,
  ))

test('a planned price is cancelled after a question, and the newest price of a series can be deleted', () =>
  onScreen(
    'rete',
    '/stazioni',
    async (world) => {
      const { user, db } = world
      const id = await opened(world)
      const stored = async () => (await db.select().from(prices).where(eq(prices.station_id, id))).map(({ price }) => price).sort()
      await user.click(screen.getByRole('button', { name: /^Annulla Benzina self dal/ }))
      await user.click(await screen.findByRole('button', { name: 'Annulla il prezzo' }))
      await told('Prezzo eliminato')
      expect(await stored()).toEqual([1.749, 1.789, 1.959])
      await waitFor(() => expect(screen.queryByText('Prezzi futuri')).toBeNull())
      await user.click(await screen.findByRole('button', { name: 'Elimina il prezzo di Benzina self' }))
      await user.click(await screen.findByRole('button', { name: 'Elimina' }))
      await waitFor(() => expect(rowsOf('Prezzi in vigore')[0]![1]).toBe('1,749 €/loggi'))
      // What was in force stays in the history, with its end.
      expect(await stored()).toEqual([1.749, 1.749, 1.789, 1.959])
      await waitFor(() => expect(rowsOf('Variazioni dei prezzi')).toHaveLength(4))
      const [back, gone] = rowsOf('Variazioni dei prezzi').map(([, ...cells]) => cells.slice(0, 4))
      expect(back!.slice(0, 3)).toEqual(['Benzina self', '1,749 €/l', '−0,040 €'])
      expect(gone![3]).toMatch(/^Anna AmministratriceAnnullato il \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
      screen.getByText(/^Ultima variazione oggi/)
    },
    prepare,
  ))

test('a new price asks to confirm unusual values, keeps the input after a refusal, and is then in force', () =>
  onScreen(
    'rete',
    '/stazioni',
    async (world) => {
      const { user, db } = world
      const id = await opened(world)
      await user.click(screen.getByRole('button', { name: 'Nuovo prezzo' }))
      const dialog = await screen.findByRole('dialog', { name: 'Nuovo prezzo' })
      const box = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name)
      await user.click(within(dialog).getByRole('button', { name: 'Pubblica' }))
      await within(dialog).findByText('Inserire almeno un prezzo maggiore di zero.')
      expect(box('Benzina self').value).toBe('0,000')
      await user.type(box('Benzina self'), '12000')
      await user.click(within(dialog).getByRole('button', { name: 'Pubblica' }))
      await within(dialog).findAllByText('Il prezzo deve essere compreso tra 0,100 e 9,999.')
      expect(box('Benzina self').value).toBe('12,000')
      await user.clear(box('Benzina self'))
      await user.type(box('Benzina self'), '1999')
      expect(box('Benzina self').value).toBe('1,999')
      await within(dialog).findByText(/Adesso 1,789 €, \+0,210 €/)
      await user.click(within(dialog).getByRole('button', { name: 'Pubblica' }))
      const question = await within(dialog).findByRole('alertdialog')
      expect(question.textContent).toContain('Il prezzo self è superiore al servito.')
      await user.click(within(question).getByRole('button', { name: 'Annulla' }))
      const of = () => db.select().from(prices).where(eq(prices.station_id, id))
      expect(await of()).toHaveLength(4)
      // A colleague publishes meanwhile: it is said, shown, and not published over unseen.
      const admin = await world.as('admin')
      await admin.post('/prices', { station_id: id, prices: [{ fuel_id: PETROL, mode: 'self', price: 1.809 }] })
      await user.click(within(dialog).getByRole('button', { name: 'Pubblica' }))
      await user.click(await within(dialog).findByRole('button', { name: 'Pubblica comunque' }))
      await within(dialog).findAllByText('Nel frattempo Anna Amministratrice ha pubblicato 1,809.')
      await within(dialog).findByText(/Adesso 1,809 €, \+0,190 €/)
      await user.click(within(dialog).getByRole('button', { name: 'Pubblica' }))
      await user.click(await within(dialog).findByRole('button', { name: 'Pubblica comunque' }))
      await told('Prezzo inserito')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nuovo prezzo' })).toBeNull())
      await waitFor(() => expect(rowsOf('Prezzi in vigore')[0]![1]).toBe('1,999 €/loggi'))
      expect(await of()).toHaveLength(6)
    },
    prepare,
  ))

test('a price for a future moment is planned; a past moment is refused', () =>
  onScreen(
    'rete',
    '/stazioni',
    async (world) => {
      const { user } = world
      await opened(world)
      await user.click(screen.getByRole('button', { name: 'Nuovo prezzo' }))
      const dialog = await screen.findByRole('dialog', { name: 'Nuovo prezzo' })
      await user.type(within(dialog).getByLabelText('GPL servito'), '0,719')
      await user.click(within(dialog).getByLabelText('Da un momento futuro'))
      const send = () => user.click(within(dialog).getByRole('button', { name: 'Programma' }))
      await send()
      await within(dialog).findByText('Il campo Alle ore è obbligatorio.')
      await user.type(within(dialog).getByLabelText(/^Alle ore/), '00:00')
      await send()
      await within(dialog).findByText('Il momento è già passato.')
      const day = new Date(Date.now() + 3 * DAY).toLocaleDateString('it-IT', {
        timeZone: 'Europe/Rome',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      })
      await user.clear(within(dialog).getByLabelText(/^Dal giorno/))
      await user.type(within(dialog).getByLabelText(/^Dal giorno/), day)
      await user.clear(within(dialog).getByLabelText(/^Alle ore/))
      await user.type(within(dialog).getByLabelText(/^Alle ore/), '6:30')
      await send()
      await told('Prezzo inserito')
      await screen.findByText(`Dal ${day} 06:30: GPL servito 0,719 €/l`)
    },
    prepare,
  ))

test('the PDFs of a station ask for the day and are made once per press; a reader can print but change nothing', () =>
  onScreen(
    'gestore',
    '/stazioni',
    async (world) => {
      const { user, network } = world
      void network
      await opened(world)
      for (const name of ['Nuovo prezzo', /^Annulla /, /^Elimina /]) expect(screen.queryByRole('button', { name })).toBeNull()
      const saved: string[] = []
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        saved.push(this.download)
      })
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
      await user.click(screen.getByRole('button', { name: 'PDF' }))
      const dialog = await screen.findByRole('dialog', { name: 'Stampa dei prezzi' })
      const date = within(dialog).getByLabelText(/^Data/)
      await user.clear(date)
      await user.type(date, '01/01/2030')
      await user.click(within(dialog).getByRole('button', { name: 'Scarica PDF' }))
      await within(dialog).findByText('La data non può essere futura.')
      await user.clear(date)
      await user.type(date, '01/01/2020')
      await user.click(within(dialog).getByRole('button', { name: 'Scarica PDF' }))
      await told('Nessun prezzo in vigore il 01/01/2020.')
      const today = new Date().toLocaleDateString('it-IT', { timeZone: 'Europe/Rome', day: '2-digit', month: '2-digit', year: 'numeric' })
      await user.clear(date)
      await user.type(date, today)
      await user.dblClick(within(dialog).getByRole('button', { name: 'Scarica PDF' }))
      await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^cartello_prezzi_ZZ1_\d{8}\.pdf$/)]))
      vi.restoreAllMocks()
    },
    prepare,
  ))

test('the PDFs above the price grid use the filters of the list, and ask for the station where one is needed', () =>
  onScreen(
    'rete',
    '/prezzi?province=PR',
    async ({ user, network }) => {
      await user.click(await screen.findByRole('button', { name: 'PDF' }))
      const dialog = await screen.findByRole('dialog', { name: 'Stampa dei prezzi' })
      await user.click(within(dialog).getByLabelText('Cartello prezzi'))
      await user.click(within(dialog).getByRole('button', { name: 'Scarica PDF' }))
      await within(dialog).findByText('Scegli il punto vendita.')
      await user.click(within(dialog).getByLabelText('Riepilogo prezzi rete'))
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
      const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
      await user.click(within(dialog).getByRole('button', { name: 'Scarica PDF' }))
      await waitFor(() => expect(saved).toHaveBeenCalledOnce())
      const [asked, ...more] = network.asked.filter((one) => one.includes('/pdf/'))
      expect(more).toEqual([])
      expect(asked).toMatch(/^GET \/api\/v1\/prices\/stations\/pdf\/multi\/\d{4}-\d\d-\d\d\?.*province=PR/)
      vi.restoreAllMocks()
    },
    prepare,
  ))
