import type { Page } from '@playwright/test'
import { prices, type StationPrices } from '../../../src/contract/prices/prices.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'
import { ownJob } from '../scope.ts'
import { click } from '../screens.ts'

/** A station with its first price, and the next price of that series. */
const priced = async ({ admin }: Scene) => {
  const rows: StationPrices[] = (await admin.get('/prices?per_page=25')).body.data.data
  const { id, cells } = rows.find((row) => row.cells.some((cell) => cell.price !== null))!
  const { fuel_id, mode, id: seen, price } = cells.find((cell) => cell.price !== null)!
  return { id, seen: seen!, fuel_id, mode, next: { station_id: id, prices: [{ fuel_id, mode, price: (price! * 1_000 + 5) / 1_000 }] } }
}

/** Types a price so high that the app asks about it before it is published. */
async function publishUnlikely(page: Page) {
  const boxes = page.getByRole('dialog')
  const inHand = (page.viewportSize()?.width ?? 0) < 768
  if (inHand) await boxes.getByRole('textbox').first().fill('7,777')
  else {
    await page.locator('button[data-price]').first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('7,777')
    await page.keyboard.press('Enter')
  }
  if (inHand) await boxes.getByRole('button', { name: 'Fatto' }).click()
  await page.getByRole('button', { name: 'Pubblica prezzi' }).click()
  await page.getByRole('dialog', { name: 'Prezzi da pubblicare' }).waitFor()
}

export default known(
  prices,
  {
    list: {
      call: 'GET /prices',
      policy: 'prices.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      facets: ['province', 'brand'],
      filters: 'prices.test.ts',
    },
    history: { call: 'GET /prices/station/{id}', policy: 'prices.read', scope: { asks: ({ id }) => ({ url: `/prices/station/${id}` }) } },
    means: {
      call: 'GET /prices/station/{id}/means',
      policy: 'prices.read',
      scope: { asks: ({ id }) => ({ url: `/prices/station/${id}/means` }) },
    },
    get: { call: 'GET /prices/{id}', policy: 'prices.read', scope: { asks: ({ price }) => ({ url: `/prices/${price}` }) } },
    create: {
      call: 'POST /prices',
      policy: 'prices.write',
      scope: {
        asks: ({ id, fuel }) => ({ url: '/prices', body: { station_id: id, prices: [{ fuel_id: fuel, mode: 'self', price: 1.799 }] } }),
      },
      write: async (scene) => {
        const { next } = await priced(scene)
        return () => scene.admin.post('/prices', next, scene.headers)
      },
      leaves: 'creazione, prices, named, price created',
    },
    remove: {
      call: 'DELETE /prices/{stationId}/{priceId}',
      policy: 'prices.write',
      scope: { asks: ({ id }, of) => ({ url: `/prices/${id}/${of.price}` }) },
      write: async (scene) => {
        const { id, next } = await priced(scene)
        const { prices } = (await scene.admin.post('/prices', next)).body.data
        return () => scene.admin.del(`/prices/${id}/${prices[0].id}`, scene.headers)
      },
      leaves: 'eliminazione, prices, named, price updated, price created',
    },
    vary: {
      call: 'POST /prices/variation',
      policy: 'prices.write',
      scope: ownJob,
      write: async (scene) => {
        const { id, seen, fuel_id, mode } = await priced(scene)
        const body = { stations: [{ id, seen: [seen] }], fuels: [fuel_id], modes: [mode], delta: 0.005 }
        return () => scene.admin.post('/prices/variation', body, scene.headers)
      },
      leaves: 'comando, jobs, named',
    },
  },
  {
    history: { price: 'prices' },
    toldBy: { prices: ({ id }) => [`price ${id}`, 'station_fuels '] },
    screens: async (api) => {
      const [{ id, code }] = (await api.get('/prices')).data
      return [
        { name: 'station fuels', path: `/stazioni/${id}?scheda=carburanti` },
        { name: 'new price', path: `/stazioni/${id}?scheda=carburanti`, act: click('Nuovo prezzo') },
        { name: 'papers of prices', path: `/stazioni/${id}?scheda=carburanti`, act: click('PDF') },
        { name: 'variation of prices', path: '/prezzi', act: click('Applica variazione') },
        // On a phone its boxes, at a desk its row.
        { name: 'prices of one station', path: `/prezzi?search=${code}&pv=${id}` },
        { name: 'prices that are asked about', path: `/prezzi?search=${code}&pv=${id}`, act: publishUnlikely },
      ]
    },
  },
)
