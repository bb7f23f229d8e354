import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { registryFeed } from '../../../server/registry-feed.ts'
import { PRICES, priceFile, runImport, STATIONS, stationFile } from '../support/mimit-fixtures.ts'
import { inWorld } from '../support/world.ts'

/** A site that gives files as the ministry's does. */
const site = { files: {} as Record<string, { etag: string; body: string | Buffer }>, asked: [] as string[], broken: false }
const server = createServer((request, response) => {
  const name = request.url!.split('/').at(-1)!
  site.asked.push(`${request.method} ${name}`)
  const file = site.files[name]
  if (site.broken || !file) return response.writeHead(503).end()
  response.writeHead(200, { etag: file.etag })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}).listen(0, '127.0.0.1')
afterAll(() => server.close())
beforeEach(() => {
  Object.assign(site, { asked: [], broken: false })
  site.files = {
    'anagrafica_impianti_attivi.csv': { etag: '"a1"', body: stationFile(STATIONS) },
    'prezzo_alle_8.csv': { etag: '"p1"', body: gzipSync(priceFile(PRICES)) },
  }
})
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/exportCSV`

test('over http: files are fetched once; what has not changed is only asked about; a site that is away is told, and what was there stays', () =>
  inWorld(async (world) => {
    world.deps.registry = registryFeed(url(), undefined)
    const first = await runImport(world)
    expect(first.job.log[0].text).toMatch(/^Importati 4 impianti e 6 prezzi del 21\/08\/2026/)
    expect(site.asked).toEqual(['GET anagrafica_impianti_attivi.csv', 'GET prezzo_alle_8.csv'])
    site.asked = []
    const second = await runImport(world)
    expect(second.job.log[0].text).toBe('I file non sono cambiati dall’ultima importazione: non c’era nulla da fare.')
    expect(site.asked).toHaveMembers(['HEAD anagrafica_impianti_attivi.csv', 'HEAD prezzo_alle_8.csv'])
    site.files['prezzo_alle_8.csv'] = { etag: '"p2"', body: priceFile(PRICES.slice(0, 5)) }
    expect((await runImport(world)).job.log[0].text).toMatch(/^Importati 4 impianti e 5 prezzi/)
    site.broken = true
    const away = await runImport(world)
    expect([away.job.status, away.job.log[0].text]).toEqual(['fallito', 'Servizio MIMIT non raggiungibile. Riprovare più tardi.'])
    site.broken = false
    // Tried again by hand, it is the same job.
    const admin = await world.as('admin')
    site.files['prezzo_alle_8.csv'] = { etag: '"p3"', body: priceFile(PRICES) }
    expect((await admin.post(`/admin/history/${away.job.id}/retry`)).status).toBe(200)
    await world.runs()
    expect((await admin.get(`/admin/history/${away.job.id}`)).body.data).toMatchObject({ status: 'completato' })
    expect((await admin.get('/mimit/source')).body.data).toMatchObject({ state: 'on', prices: 6, where: new URL(url()).origin })
  }))

test('a web page behind the address, and nobody at it', () =>
  inWorld(async (world) => {
    site.files['prezzo_alle_8.csv'] = { etag: '', body: '<!doctype html><p>Manutenzione' }
    world.deps.registry = registryFeed(url(), undefined)
    expect((await runImport(world)).job.log[0].text).toBe('Al posto del file prezzi del MIMIT è arrivata una pagina web.')
    world.deps.registry = registryFeed('http://127.0.0.1:1/', undefined)
    expect((await runImport(world)).job.log[0].text).toBe('Servizio MIMIT non raggiungibile. Riprovare più tardi.')
  }))
