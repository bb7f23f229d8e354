// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/ui/PointMap.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { media, onScreen } from '../support/world.tsx'

// A point is pressed through the callback given to the map.
const drawn = vi.hoisted(() => ({ choose: (_: number) => {} }))
vi.mock(import('../../../src/ui/draw-map.ts'), async (original) => {
  const { drawMap } = await original()
  return {
    drawMap: (box, tiles, options) => {
      drawn.choose = options.choose
      return drawMap(box, tiles, options)
    },
  }
})
// jsdom has no canvas and no layout: canvas methods do nothing, and the map gets a size.
const nothing = new Proxy({}, { get: () => () => nothing, set: () => true })
HTMLCanvasElement.prototype.getContext = vi.fn(() => nothing) as never
const size = (value: number) => ({ value, configurable: true })
Object.defineProperties(HTMLElement.prototype, { clientWidth: size(800), clientHeight: size(600) })

const seeded = async ({ db }: World) => {
  await makeStation(db, { code: 'ZZ1', name: 'Mappa Uno', province: 'CO', city: 'Cantù', latitude: 45.74, longitude: 9.13 })
  await makeStation(db, { code: 'ZZ2', name: 'Mappa <i>Due</i>', status: 'maintenance', latitude: 38.1, longitude: 13.3 })
  await makeStation(db, { code: 'ZZ3', name: 'Mappa Tre' })
}
const named = () => document.querySelector('.leaflet-tooltip')?.textContent
const current = () => screen.getAllByRole('row').filter((row) => row.hasAttribute('aria-current'))
const codes = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent)
const told = () => within(screen.getByRole('region', { name: 'Punto vendita scelto' }))

test('the map beside the list shares its search and order; the focused row is shown on it and described, also without a position', () =>
  onScreen(
    'admin',
    '/stazioni?search=mappa+zz&sort=-code',
    async ({ user, address, reload }) => {
      await user.click(await screen.findByRole('radio', { name: 'Mappa' }))
      const map = await screen.findByRole('application', { name: 'Mappa dei punti vendita' })
      expect(address()).toBe('/stazioni?search=mappa+zz&sort=-code&mappa=true')
      expect(codes()).toEqual(['ZZ3', 'ZZ2', 'ZZ1'])
      screen.getByText('1 punto vendita senza posizione: è solo nell’elenco.')
      // Leaflet comes after the box of the map.
      await within(map).findByRole('button', { name: 'Riduci' })
      expect(
        within(map)
          .getAllByRole('button')
          .map((button) => button.title),
      ).toEqual(['Ingrandisci', 'Riduci'])
      expect(map.querySelectorAll('.leaflet-map-pane [tabindex]'), 'no Tab stop for a point').toHaveLength(0)
      expect(current()).toEqual([])
      Element.prototype.scrollIntoView = vi.fn()

      act(() => screen.getByRole('link', { name: 'ZZ3' }).focus())
      expect(named()).toBeUndefined()
      told().getByText('Senza posizione: non è sulla mappa.')
      await user.keyboard('{ArrowDown}')
      expect(current().map((row) => within(row).getByRole('link').textContent)).toEqual(['ZZ2'])
      expect(named()).toBe('ZZ2 Mappa <i>Due</i>')
      // A click beside the link stays here, and the menu of a row shows it too.
      await user.click(screen.getByRole('cell', { name: 'Mappa Uno' }))
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'ZZ1' }))
      expect(named()).toBe('ZZ1 Mappa Uno')
      expect(told().getByRole('link', { name: 'Indicazioni' }).getAttribute('href')).toMatch(/destination=45\.74,9\.13$/)
      await user.click(screen.getByRole('button', { name: /^Azioni.* ZZ2/ }))
      await user.click(await screen.findByRole('menuitem', { name: 'Mostra sulla mappa' }))
      expect(named()).toBe('ZZ2 Mappa <i>Due</i>')
      expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(screen.getByRole('region', { name: 'Mappa' }))

      // That of the one before may still stand in the address.
      const chosen = screen.getByRole('link', { name: 'ZZ2' }).getAttribute('href')!.split('/').at(-1)
      await waitFor(() => expect(address().endsWith(`scelta=${chosen}`)).toBe(true))
      await reload()
      await waitFor(() => expect(named()).toBe('ZZ2 Mappa <i>Due</i>'))
      await screen.findByRole('table')
      expect(current()).toHaveLength(1)
      await user.click(screen.getByRole('radio', { name: 'Elenco' }))
      expect(screen.queryByRole('application')).toBeNull()
      expect(current()).toEqual([])
      expect(address()).toBe('/stazioni?search=mappa+zz&sort=-code')
    },
    seeded,
  ))

test('"nothing found", "no stations" and "not loaded" differ; the old address redirects here with its search', () =>
  onScreen(
    'lettura.rete',
    '/stazioni/mappa?search=zzzz',
    async ({ open, user, network, address }) => {
      await user.click(await screen.findByRole('button', { name: 'Azzera filtri' }))
      expect(address()).toBe('/stazioni?mappa=true')
      await screen.findByText('Nessun punto vendita assegnato. Contatta il responsabile di rete.')
      network.down = true
      await open('/stazioni/mappa?search=yyyy')
      const region = within(screen.getByRole('region', { name: 'Mappa' }))
      const again = await screen.findByRole('button', { name: 'Riprova' })
      expect(screen.queryByText(/^Ness/)).toBeNull()
      network.down = false
      await user.click(again)
      await region.findByRole('application')
    },
    async ({ db }) => void (await db.delete(station_acl)),
  ))

test('a point chosen on the map is marked in the list, on any page and in any order', () =>
  onScreen(
    'admin',
    '/stazioni?search=lontana&sort=-code&per_page=10&mappa=true',
    async ({ user, address, db }) => {
      await screen.findByRole('link', { name: 'ZL25' })
      await screen.findByRole('application', { name: 'Mappa dei punti vendita' })
      const [far] = await db.select().from(stations).where(eq(stations.code, 'ZL03'))
      act(() => drawn.choose(far!.id))
      await waitFor(() => expect(current().map((row) => within(row).getByRole('link').textContent)).toEqual(['ZL03']))
      expect(codes()).toEqual(['ZL05', 'ZL04', 'ZL03', 'ZL02', 'ZL01'])
      expect(address()).toMatch(/&page=3/)
      await user.click(screen.getByRole('button', { name: 'Pagina precedente' }))
      await screen.findByRole('link', { name: 'ZL15' })
      expect(current(), 'who turns the page is not brought back').toEqual([])
      expect(told().getByRole('link', { name: /^ZL03/ })).toBeTruthy()
    },
    async ({ db }) => {
      for (let at = 1; at <= 25; at++)
        await makeStation(db, { code: `ZL${String(at).padStart(2, '0')}`, name: 'Lontana', latitude: 40 + at / 10, longitude: 12 })
    },
  ))

test('the map follows the rows in reading and keyboard order; on a phone it precedes the cards', async () => {
  const mapThenRows = async () => {
    const map = await screen.findByRole('application', { name: 'Mappa dei punti vendita' })
    const row = await screen.findByRole('link', { name: 'ZZ3' })
    return !!(map.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING)
  }
  const found = (follows: boolean) =>
    onScreen(
      'admin',
      '/stazioni?search=mappa+zz&mappa=true',
      async ({ address }) => {
        expect(await mapThenRows()).toBe(follows)
        // The first row has the focus, and with it the point on the map.
        await waitFor(() => expect(address()).toContain('scelta='))
      },
      seeded,
    )
  await found(false)
  media.phone = true
  await found(true).finally(() => {
    media.phone = false
  })
})

test('of several stations at one place each can be chosen on the map', () =>
  onScreen(
    'admin',
    '/stazioni?search=insieme&mappa=true',
    async ({ user, address }) => {
      const map = await screen.findByRole('application', { name: 'Mappa dei punti vendita' })
      // Each drawing of the map makes another.
      const circle = () =>
        waitFor(() => {
          const found = map.querySelector<HTMLElement>('.leaflet-marker-icon')
          expect(found?.textContent).toBe('3')
          return found!
        })
      for (const code of ['ZM3', 'ZM1', 'ZM2']) {
        // A press of its own: of two that follow quickly Leaflet makes a double click.
        fireEvent.click(await circle(), { detail: 0 })
        const names = () => [...map.querySelectorAll<HTMLElement>('.leaflet-popup button')]
        await waitFor(() =>
          expect(names().map((one) => one.textContent)).toEqual(['ZM3 Insieme Deposito', 'ZM1 Insieme Nord', 'ZM2 Insieme Sud']),
        )
        // The map moves by itself where they would stand beyond its edge.
        const before = await circle()
        await user.click(within(map).getByRole('button', { name: 'Ingrandisci' }))
        await waitFor(() => expect(before.isConnected).toBe(false))
        await user.click(names().find((one) => one.textContent!.startsWith(code))!)
        await waitFor(() => expect(told().getByRole('link', { name: new RegExp(`^${code}`) })).toBeTruthy())
      }
      const here = told().getByRole('link', { name: /^ZM2/ }).getAttribute('href')!.split('/').at(-1)
      await waitFor(() => expect(address()).toBe(`/stazioni?search=insieme&mappa=true&scelta=${here}`))
    },
    async ({ db }) => {
      for (const [at, name] of ['Nord', 'Sud', 'Deposito'].entries())
        await makeStation(db, { code: `ZM${at + 1}`, name: `Insieme ${name}`, latitude: 44.5, longitude: 11.34 })
    },
  ))
