// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/ColumnChooser.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { atGrid, bar, cell, changed, put, says } from '../support/price-grid.ts'
import { press, pressIn } from '../support/steps.ts'
import type { Screen } from '../support/world.tsx'

afterEach(forgetNotices)
const told = (text: string) => waitFor(() => expect(notices.get().map(({ content }) => content)).toContain(text))
/** A colleague publishes the self price of petrol. */
async function meanwhile({ as, db }: Screen, code: string, price: number) {
  const [station] = await db.select({ id: stations.id }).from(stations).where(eq(stations.code, code))
  const made = await (await as('admin')).post('/prices', { station_id: station!.id, prices: [{ fuel_id: 1, mode: 'self', price }] })
  expect(made.status).toBe(201)
}
const drop = async (world: Screen) => {
  await press(world, 'Scarta')
  await pressIn(world, 'Scarta la bozza', 'Scarta')
}
const rows = ({ getAllByRole }: { getAllByRole: (role: 'row') => HTMLElement[] }) =>
  getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent!.trim())

test('the preview shows the prices in force as it opens, and who has published others since they were written', () =>
  atGrid(async (world) => {
    const { user } = world
    await put(world, 'Benzina self, ZG1', '1799')
    await put(world, 'Benzina self, ZG2', '1809')
    await meanwhile(world, 'ZG1', 1.819)
    await press(world, 'Pubblica prezzi')
    const preview = async () => within(await screen.findByRole('dialog', { name: 'Prezzi da pubblicare' }))
    const shown = await preview()
    expect(rows(shown)).toEqual([
      'ZG1 Griglia 1Benzina self1,8191,799 (−0,020) Nel frattempo Anna Amministratrice ha pubblicato 1,819.',
      'ZG2 Griglia 2Benzina self1,7891,809 (+0,020)',
    ])
    shown.getByText(/ Un prezzo in vigore è cambiato nel frattempo: controllare prima di pubblicare\.$/)
    await user.click(shown.getByRole('button', { name: 'Torna ai prezzi' }))
    await press(world, 'Pubblica prezzi')
    await preview()
    // One more price comes while the preview is looked at: it is not published over, and what was not overtaken is.
    await meanwhile(world, 'ZG1', 1.829)
    await press(world, 'Pubblica 2 prezzi')
    await screen.findByText('Pubblicati i prezzi di un punto vendita su 2.')
    screen.getByText('ZG1 Griglia 1: Nel frattempo Anna Amministratrice ha pubblicato 1,829.')
    expect(screen.queryByRole('button', { name: /^Riprova/ })).toBeNull()
    expect(await changed(world)).toEqual(['ZG1 self 1.829', 'ZG2 self 1.809'])
    await press(world, 'Pubblica prezzi')
    expect(rows(await preview())[0]).toContain('1,8291,799 (−0,030)')
    await press(world, 'Pubblica un prezzo')
    await screen.findByText('Pubblicati i prezzi di un punto vendita.')
    expect(await changed(world)).toEqual(['ZG1 self 1.799', 'ZG2 self 1.809'])
    await user.click(within(screen.getByRole('group', { name: 'Pubblicazione' })).getByRole('button', { name: 'Chiudi' }))
  }))

test('a price that a colleague has published already is not published again; without the prices in force there is no preview', () =>
  atGrid(async (world) => {
    const { network } = world
    await put(world, 'Benzina self, ZG1', '1799')
    network.instead = (method, url) => (method === 'GET' && url.includes('station_id=') ? new Response('{}', { status: 500 }) : undefined)
    await press(world, 'Pubblica prezzi')
    await told('I prezzi in vigore non sono arrivati: riprova.')
    expect(screen.queryByRole('dialog')).toBeNull()
    network.instead = () => undefined
    await meanwhile(world, 'ZG1', 1.799)
    await press(world, 'Pubblica prezzi')
    await told('1 prezzo scritto è già in vigore: non è più da pubblicare.')
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Prezzi da pubblicare' })).toBeNull())
    expect([network.writes, await changed(world)]).toEqual([[], ['ZG1 self 1.799']])
  }))

test('a column put away comes back for the prices written in it; what is pasted beyond it says that it is hidden; the name leads to the station', () =>
  atGrid(async (world) => {
    const { user } = world
    const toggle = async () => {
      await press(world, 'Colonne')
      await user.click(await screen.findByRole('checkbox', { name: 'Benzina serv.' }))
      await user.keyboard('{Escape}')
    }
    // A press beside a figure stays in the grid.
    await user.click((await cell('Benzina self, ZG1')).closest('td')!)
    expect(world.address()).toMatch(/^\/prezzi/)
    const link = (await screen.findAllByRole('link', { name: 'ZG1 Griglia 1' }))[0] as HTMLAnchorElement
    expect(link.getAttribute('href')).toMatch(/^\/stazioni\/\d+\?scheda=carburanti$/)
    await toggle()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Benzina serv\., ZG1:/ })).toBeNull())
    await put(world, 'Benzina self, ZG1', '1', '{Escape}')
    await user.paste('1,799\t1,959')
    await screen.findByText('1,959 non è stato inserito: la colonna è nascosta, da mostrare con «Colonne»: Benzina serv.')
    await put(world, 'Benzina self, ZG1', '1', '{Escape}')
    await user.paste('Benzina serv.\tBenzina self\n1,959\t1,809')
    await screen.findByText('Benzina serv. non è stato inserito: la colonna è nascosta, si mostra da «Colonne».')
    await says('Benzina self, ZG1', '1,809, +0,020')
    await drop(world)
    await user.click(screen.getAllByRole('button', { name: /^Azioni/ })[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Rinnova' }))
    await says('Benzina serv., ZG1', '1,949, ±0,000')
    expect(bar().getByRole('status').textContent).toBe('2 prezzi da pubblicare')
    await drop(world)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Benzina serv\., ZG1:/ })).toBeNull())
    await toggle()
    await cell('Benzina serv., ZG1')
  }))
