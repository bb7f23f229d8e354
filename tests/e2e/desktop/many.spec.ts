import { PGlite } from '@electric-sql/pglite'
import type { Page } from '@playwright/test'
import { database } from '../../server-process.ts'
import { misfits } from '../support/misfits.ts'
import { settled } from '../support/screens.ts'
import { copyOfData, startServer } from '../support/server.ts'
import { expect, signIn, screenTest as test } from '../support/test.ts'

const LISTS = [
  '/stazioni',
  '/stazioni?mappa=true',
  '/stazioni/banche',
  '/verifiche',
  '/verifiche/modello',
  '/servizi',
  '/tickets/categorie',
  '/impostazioni?scheda=carburanti',
  '/dispositivi',
  '/dashboard',
]
const NAMES = 'stations, banks, inspections, inspection_models, available_services, ticket_categories, fuels, devices'
const none = `truncate ${NAMES} restart identity cascade`
const some = (rows: number) => `
  insert into stations (code, name, address, cap, city, province, latitude, longitude)
    select 'N' || lpad(n::text, 6, '0'), 'Stazione ' || n || ' di una rete grande', 'Via Emilia ' || n, '43036', 'Fidenza', 'PR',
      38 + (n % 80) / 10.0, 8 + (n % 90) / 10.0 from generate_series(1, ${rows}) n;
  insert into banks (name, abi) select 'Banca ' || n, '03069' from generate_series(1, ${rows}) n;
  insert into available_services (name) select 'Servizio ' || n from generate_series(1, ${rows}) n`

/** Lists what does not fit, by address and width; each address names the words it must show. */
async function visit(page: Page, origin: string, words: Record<string, string | RegExp>) {
  const found: Record<string, string[]> = {}
  for (const width of [320, 1280])
    for (const path of LISTS) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${origin}${path}`)
      await settled(page)
      if (words[path]) await expect(page.getByText(words[path]).first(), path).toBeVisible()
      if (process.env.PICTURES)
        await page.screenshot({ path: `screenshots/many/${Object.keys(words).length}-${path.replace(/\W+/g, '-')}-${width}.png` })
      const said = await misfits(page, 0)
      const first = page.locator('[data-row]').first()
      if ((await first.count()) && (await first.boundingBox())!.y > 700) said.push('the first row is not on the first screen')
      if (said.length) found[`${path} ${width}`] = said
    }
  expect(found).toEqual({})
}

for (const [rows, words] of [
  [0, { '/stazioni': 'Qui compaiono i punti vendita della rete.', '/stazioni/banche': 'Nessuna banca.', '/servizi': 'Nessun servizio.' }],
  [1, { '/stazioni': '1–1 di 1', '/stazioni/banche': '1–1 di 1', '/servizi': '1–1 di 1', '/stazioni?mappa=true': '1–1 di 1' }],
  [
    2500,
    {
      '/stazioni': '1–15 di 2.500',
      '/stazioni/banche': '1–15 di 2.500',
      '/stazioni?mappa=true': '1–15 di 2.500',
      '/servizi': '1–2.500 di 2.500',
    },
  ],
] as [number, Record<string, string>][])
  test(`a network with ${rows} of everything: each page says so, and all of it fits`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const dataDir = copyOfData()
    const client = await PGlite.create(database(dataDir))
    await client.exec(none)
    await client.exec(some(rows))
    await client.close()
    const { origin, stop } = await startServer({ dataDir })
    await page.goto(`${origin}/login`)
    await signIn(page, 'admin')
    await visit(page, origin, words)
    await stop()
  })
