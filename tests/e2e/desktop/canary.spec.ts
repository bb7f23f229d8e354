import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { apiAs } from '../support/api.ts'
import { type Dump, dump, openedDump, shown } from '../support/dump.ts'
import { makeModel, SMALL } from '../support/models.ts'
import { photo } from '../support/pictures.ts'
import { startProxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import { expect, go, leave, signIn, test } from '../support/test.ts'
import { attach, begin, card, next, prepared, sign, tap } from '../support/verifica.ts'

const word = (place: string) => `canarino-${place}-7f3a`
/** Written by the first person on this device, and known to the server only where it says so. */
const local = {
  answer: word('risposta'),
  note: word('nota'),
  present: word('presente'),
  signer: word('firmatario'),
  stationSearch: word('ricerca-stazione'),
  bankName: word('banca'),
  bankNote: word('nota-banca'),
  bankSearch: word('ricerca-banca'),
  inspectionSearch: word('ricerca-verifica'),
  modelDraft: word('bozza-modello'),
  password: word('password'),
}
/** Canaries in records of the server, which the next person must not find on the device either. */
const fetched = { model: word('modello'), serverNote: word('nota-server'), email: `${word('email')}@demo.example.it` }
const PEOPLE = { first: 'Anna Amministratrice' }

/** The values of `words` that stand somewhere in `places`: `answer: indexedDB piazzale-outbox-1`. */
const found = (words: Record<string, string>, places: Dump) =>
  Object.entries(places).flatMap(([place, text]) =>
    Object.entries(words)
      .filter(([, value]) => text.includes(value))
      .map(([name]) => `${name}: ${place}`),
  )
/** On the device: what is typed gets there within 300 ms. */
const written = (page: Page, value: string) =>
  expect.poll(async () => Object.values(await openedDump(page)).some((text) => text.includes(value))).toBe(true)

test('twenty values of one person are nowhere for the next: not on any screen, in no cache, database or history', async ({ page }) => {
  test.setTimeout(420_000)
  const server = await startServer({ log: 'info' })
  const proxy = await startProxy(server.origin)
  const home = proxy.origin
  const said: string[] = []
  const asked: string[] = []
  const opened: string[] = []
  page.on('console', (message) => said.push(message.text()))
  let bearer = ''
  page.on('request', (request) => {
    asked.push(request.url())
    bearer = request.headers().authorization?.replace('Bearer ', '') ?? bearer
  })
  await page.exposeFunction('sawOpen', (name: string) => void opened.push(name))
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    const here = window as unknown as { openUnseen: typeof open; sawOpen: (name: string) => void }
    here.openUnseen = open
    IDBFactory.prototype.open = function (name: string, ...rest) {
      here.sawOpen(name)
      return open.call(this, name, ...rest)
    }
  })

  const admin = await apiAs(server.origin, 'admin')
  await makeModel(admin, { ...SMALL, code: 'CAN', name: fetched.model })
  const model_id = (await admin.get('/inspection/model')).data[0].id
  const station_id = (await admin.get('/stations')).data[0].id
  const kept = crypto.randomUUID()
  await admin.post('/inspection', { client_uuid: kept, model_id, station_id, status: 'draft', notes: fetched.serverNote })

  // An address that the sign-in page of the demonstration does not show.
  const { id: person, ...user } = (await admin.get('/users?search=admin@demo')).data.find(
    ({ email }: { email: string }) => email === 'admin@demo.example.it',
  )
  await admin.put(`/users/${person}`, { ...user, email: fetched.email })

  let own: string[] = []
  let secrets: Record<string, string> = {}
  await test.step('the first person works: reads, searches, drafts, and a verifica that the server cannot take', async () => {
    await page.goto(`${home}/login`)
    await signIn(page, word('email'))
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await prepared(page, home)
    await page.getByLabel('Cerca').fill(local.inspectionSearch)
    await page.waitForURL(/search=canarino/)
    const noted = page.waitForResponse((response) => response.url().endsWith(`/inspection/${kept}`))
    await page.goto(`${home}/verifiche/${kept}`)
    await noted
    await page.goto(`${home}/stazioni/banche`)
    await page.getByLabel('Cerca').fill(local.bankSearch)
    await page.waitForURL(/search=canarino/)
    await page.goto(`${home}/stazioni/banche?modulo=nuovo`)
    await page.getByRole('textbox', { name: /^Nome/ }).fill(local.bankName)
    await page.getByRole('textbox', { name: /^Note/ }).fill(local.bankNote)
    await written(page, local.bankNote)
    await page.goto(`${home}/verifiche/modello?modulo=nuovo`)
    await page.getByRole('textbox', { name: /^Nome/ }).fill(local.modelDraft)
    await written(page, local.modelDraft)
    await page.goto(`${home}/utenti/profilo`)
    await expect(page.getByText(fetched.email)).toBeVisible()
    await page.getByLabel('Password attuale').fill(local.password)

    void proxy.fault(({ method, url }) => method !== 'GET' && url.startsWith(`${API_BASE}/inspection`), { status: 503 })
    await page.goto(`${home}/verifiche`)
    await page.getByRole('button', { name: 'Nuova verifica' }).click()
    await page.getByRole('dialog').getByRole('button', { name: SMALL.name }).click()
    await page.getByRole('textbox', { name: 'Punto vendita' }).fill(local.stationSearch)
    await expect(page.getByText('Nessun punto vendita trovato.')).toBeVisible()
    await page.goto(`${home}/verifiche`)
    const uuid = await begin(page, 'PV007')
    await tap(page, 'Il piazzale è pulito?', 'Sì')
    await attach(page, 'Foto del piazzale', 'piazzale.jpg', await photo(99))
    await next(page)
    const spill = 'Il pozzetto è libero da versamenti?'
    await tap(page, spill, 'No')
    await card(page, spill).getByRole('textbox', { name: 'Nota' }).fill(local.note)
    await page.getByRole('textbox', { name: 'Osservazioni' }).fill(local.answer)
    await page.getByRole('button', { name: 'Riepilogo', exact: true }).click()
    await page.getByRole('textbox', { name: 'Presente per il punto vendita' }).fill(local.present)
    await sign(page, 'Firma del gestore', local.signer)
    await written(page, local.signer)
    await page.goto(`${home}/invii`)
    await expect(page.getByRole('button', { name: 'Invia adesso' })).toBeVisible()

    // In a copy of the profile nothing of it can be read, but the searches, which are in addresses, and the person's own in the session.
    const { inspectionSearch: _, bankSearch: __, ...hidden } = { ...local, model: fetched.model, serverNote: fetched.serverNote }
    const { history: ___, ...onDisk } = await dump(page)
    expect(found(hidden, onDisk)).toEqual([])
    const all = await openedDump(page)
    own = Object.keys(all).flatMap((place) => /^indexedDB (piazzale-(?:outbox|drafts)-\d+)$/.exec(place)?.slice(1) ?? [])
    expect(own).toHaveLength(2)
    const device = JSON.parse(all['indexedDB piazzale-device']!) as unknown[][]
    const session = device
      .flat()
      .find((row): row is { handle: string; stamp: string } => !!row && typeof row === 'object' && 'handle' in row)!
    const cookie = (await page.context().cookies(home)).find(({ name }) => name.endsWith('rt'))!.value
    const outbox = JSON.parse(all[`indexedDB ${own.find((name) => name.includes('outbox'))}`]!) as unknown[][]
    const hashes = outbox.flat().flatMap((row) => (row && typeof row === 'object' && 'hash' in row ? [String(row.hash)] : []))
    secrets = { bearer, handle: session.handle, stamp: session.stamp, cookie }
    Object.assign(local, { verifica: uuid, photo: hashes[0]! })

    expect(found(local, { history: all.history! })).toEqual(['bankSearch: history', 'inspectionSearch: history', 'verifica: history'])
    // Each was really planted; what is typed into a password field is kept nowhere from the start.
    const planted = found({ ...local, ...fetched, ...secrets }, { ...all, asked: asked.join('\n') }).map((hit) => hit.split(':')[0])
    const nowhere = Object.keys({ ...local, ...fetched, ...secrets }).filter((name) => !planted.includes(name))
    expect(nowhere).toEqual(['stationSearch', 'password', 'bearer', 'cookie'])
    expect(Object.keys({ ...local, ...fetched, ...secrets })).toHaveLength(20)
    expect(found(secrets, { outbox: JSON.stringify(outbox), local: all.localStorage!, session: all.sessionStorage! })).toEqual([])
  })

  await test.step('within two seconds of the sign-out only what is unsent is left, in databases of its author', async () => {
    await leave(page)
    await expect.poll(async () => found({ ...local, ...fetched, ...secrets }, await dump(page, own)), { timeout: 2_000 }).toEqual([])
    expect(Object.keys(await dump(page)).filter((place) => /field|reads-\d/.test(place))).toEqual([])
  })

  /** Goes wherever the menu and the device lead, and reads all there is to read. */
  async function lookEverywhere(words: Record<string, string>) {
    const links = await page
      .getByRole('navigation', { name: 'MENU' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    expect(links.length).toBeGreaterThan(0)
    for (const address of [...links, ...links.map((link) => `${link}?modulo=nuovo`), '/invii', '/utenti/profilo', `/verifiche/${kept}`]) {
      await go(page, home + address)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(found(words, { [address]: (await shown(page)).replace(page.url(), '') })).toEqual([])
    }
    await page.getByRole('button', { name: /Notifiche recenti/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(found(words, { notices: await shown(page) })).toEqual([])
    expect(found(words, await dump(page, own))).toEqual([])
  }
  for (const [name, words] of [
    ['contabilita', { ...local, ...fetched, ...secrets }],
    // Models and verifiche of the office are for inspectors to read.
    ['ispettore', { ...local, ...secrets }],
  ] as const) {
    await test.step(`${name} finds none of them`, async () => {
      opened.length = 0
      said.length = 0
      await signIn(page, name)
      for (let step = 0; step < 3; step++) {
        await page.goBack().catch(() => null)
        expect(found(words, { back: await shown(page) })).toEqual([])
      }
      await page.goto(`${home}/invii`)
      await expect(page.getByText(new RegExp(`\\d+ invi[io] in attesa di ${PEOPLE.first}`))).toBeVisible()
      await lookEverywhere(words)
      expect(opened.length).toBeGreaterThan(0)
      expect(opened.filter((one) => own.includes(one))).toEqual([])
      expect(found(words, { console: said.join('\n') })).toEqual([])
      await leave(page)
    })
  }

  await test.step('no token was ever in an address, nor is one in what the server wrote', () => {
    expect(asked.length).toBeGreaterThan(100)
    expect(found(secrets, { addresses: asked.join('\n'), log: server.output() })).toEqual([])
    expect(server.output()).toContain(`${API_BASE}/auth/login`)
    expect(found(local, { log: server.output() })).toEqual([])
  })

  await test.step('the first person comes back and has everything', async () => {
    await signIn(page, word('email'))
    await page.goto(`${home}/stazioni/banche?modulo=nuovo`)
    await expect(page.getByRole('textbox', { name: /^Nome/ })).toHaveValue(local.bankName)
    await proxy.up()
    await page.goto(`${home}/invii`)
    await expect(page.getByText('Niente in attesa')).toBeVisible()
  })
  await proxy.down()
  await server.stop()
  fs.rmSync(server.dataDir, { recursive: true, force: true })
})
