// @vitest-environment jsdom
import '../setup-dom.ts'
import '../../src/ui/PointMap.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { station_acl } from '../../server/db/schema/people.ts'
import { makeStation } from '../api/fixtures.ts'
import type { World } from '../api/world.ts'
import { onScreen } from './world.tsx'

// jsdom draws nothing: any gesture of a canvas does nothing, and the map is as large as a map is.
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
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent)

test('from the list to the map and back the search stays; one chosen by key in the list is named on the map, and told of', () =>
  onScreen(
    'admin',
    '/stazioni?search=mappa+zz&sort=-code',
    async ({ user, address }) => {
      await user.click(await screen.findByRole('link', { name: 'Mappa' }))
      const list = await screen.findByRole('listbox', { name: 'Stazioni' })
      expect(document.getElementById('page-title')?.textContent).toBe('Mappa delle stazioni · 3')
      expect(options()).toEqual([
        'ZZ2 Mappa <i>Due</i>Fidenza (PR) · In manutenzione',
        'ZZ3 Mappa TreFidenza (PR) · Attivo · senza posizione',
        'ZZ1 Mappa UnoCantù (CO) · Attivo',
      ])
      screen.getByText('1 stazione senza posizione: è solo nell’elenco.')
      const map = await screen.findByRole('application', { name: 'Mappa delle stazioni' })
      expect(
        within(map)
          .queryAllByRole('button')
          .map((button) => button.title),
      ).toEqual(['Ingrandisci', 'Riduci'])
      expect(map.querySelectorAll('.leaflet-map-pane [tabindex]'), 'no Tab stop for a point').toHaveLength(0)

      list.focus()
      await user.keyboard('{ArrowDown}')
      expect(chosen()).toEqual(['ZZ2 Mappa <i>Due</i>Fidenza (PR) · In manutenzione'])
      expect(list.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
      expect(named()).toBe('ZZ2 Mappa <i>Due</i>')
      await user.keyboard('{End}')
      expect(named()).toBe('ZZ1 Mappa Uno')
      const told = () => within(screen.getByRole('region', { name: 'Stazione scelta' }))
      expect(told().getByRole('link', { name: 'Naviga' }).getAttribute('href')).toMatch(/destination=45\.74,9\.13$/)
      await user.click(screen.getByRole('option', { name: /Tre/ }))
      expect(named()).toBeUndefined()
      told().getByText('Senza posizione: non è sulla mappa.')

      await waitFor(() => expect(address()).toMatch(/scelta=\d+$/))
      await user.click(screen.getByRole('link', { name: 'Elenco' }))
      await screen.findByRole('table')
      expect(address()).toBe('/stazioni?search=mappa+zz')
    },
    seeded,
  ))

test('nothing found, nothing there and nothing known are told apart', () =>
  onScreen(
    'lettura.rete',
    '/stazioni/mappa?search=zzzz',
    async ({ open, user, network, address }) => {
      await user.click(await screen.findByRole('button', { name: 'Azzera filtri' }))
      expect(address()).toBe('/stazioni/mappa')
      await screen.findByText('Nessun punto vendita assegnato. Contatta il responsabile di rete.')
      network.down = true
      await open('/stazioni/mappa?search=yyyy')
      const again = await screen.findByRole('button', { name: 'Riprova' })
      expect(screen.queryByText(/^Ness/)).toBeNull()
      network.down = false
      await user.click(again)
      await screen.findByText('Nessun risultato con i filtri selezionati.')
    },
    async ({ db }) => void (await db.delete(station_acl)),
  ))
