import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { asFile, photo } from '../support/pictures.ts'
import { api } from '../support/proxy.ts'
import { card, saved } from '../support/verifica.ts'
import { expect, type Field, test } from './field.ts'
import { note, picture, remarks } from './gestures.ts'
import { arrived, held } from './oracle.ts'

const OFFER = 'È disponibile una nuova versione.'
/** From now on the server has another version; `edit` says what is other in its service worker. */
async function deploy({ proxy, engine }: Field, edit: (worker: string) => string) {
  const worker = await (await fetch(`${engine.origin}/sw.js`)).text()
  void proxy.fault(({ url }) => url === '/sw.js', { status: 200, type: 'text/javascript', body: edit(worker) })
}
/** A second tab hears of the new version and takes it. */
async function take({ device, home }: Field): Promise<Page> {
  const page = await device.context.newPage()
  await page.goto(`${home}/invii`)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
  await expect(page.getByText(OFFER)).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Aggiorna' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Invii' })).toBeVisible()
  await expect(page.getByText(OFFER)).toHaveCount(0)
  return page
}
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }))
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window)

test.describe('a new version over a full queue', () => {
  test.use({ person: 'admin' })
  test('loses nothing, sends nothing twice, and reloads no tab where something is typed', async ({ field }) => {
    const { home, proxy, device } = field
    await proxy.down()
    const uuid = await note(device.page, home, 'Della versione di prima')
    await picture(device.page, home, uuid)
    await proxy.up()
    void proxy.fault(api('/inspection'), { status: 503 })
    await device.page.goto(`${home}/stazioni/banche?modulo=nuovo`)
    await device.page.getByLabel('Nome').fill('Banca mai salvata')
    await mark(device.page)
    await deploy(field, (worker) => `${worker}\n// another version`)
    const taking = await take(field)
    const unsent = (await held(taking, 'items')).filter(({ state }) => state !== 'sent')
    expect(unsent.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining(['inspections.create', 'inspections.update']))
    await expect(device.page.getByLabel('Nome')).toHaveValue('Banca mai salvata')
    expect(await isMarked(device.page)).toBe(true)
    await proxy.up()
    const writing = device.page
    device.page = taking
    await arrived(field, [{ uuid, text: 'Della versione di prima', photos: 1 }], 'Anna Amministratrice')
    await expect(writing.getByLabel('Nome')).toHaveValue('Banca mai salvata')
    expect(await isMarked(writing)).toBe(true)
  })
})

/** Keeps the drafts from being written, by a transaction of another tab that does not end: a save under way for as long as one likes. */
async function slowDisk({ device, home }: Field) {
  const page = await device.context.newPage()
  await page.goto(`${home}/manifest.webmanifest`)
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('piazzale-outbox')) continue
      const open = indexedDB.open(name)
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const drafts = open.result.transaction('drafts', 'readwrite').objectStore('drafts')
      const again = () => drafts.count().addEventListener('success', again)
      again()
    }
  })
  return page
}

test('a part of the app that the new version no longer has, asked for by an old tab with an open form', async ({ field }) => {
  const { home, proxy, device } = field
  const { page } = device
  const uuid = await note(page, home, 'Modulo aperto')
  const gone = fs.readdirSync('dist/client/assets').filter((name) => /^(image|NcForm)-[\w-]+\.js$/.test(name))
  expect(gone).toHaveLength(2)
  const question = card(page, 'Osservazioni')
  const input = question.locator('input[type=file][multiple]')
  const addPhoto = async () => {
    // Where a photo is not asked for, its place opens with a tap.
    if ((await input.count()) === 0) await question.getByRole('button', { name: 'Foto', exact: true }).click()
    await input.setInputFiles(asFile('piazzale.jpg', await photo()))
  }
  const missing = question.getByText(/una parte dell'app manca su questo dispositivo/)
  await mark(page)
  const disk = await slowDisk(field)
  await remarks(page).fill('Scritto e non ancora salvato')

  await test.step('what is not saved yet is reloaded neither by the new version nor by what is missing', async () => {
    await deploy(field, (worker) =>
      gone.reduce((left, name) => left.replace(new RegExp(`\\{[^{}]*"assets/${name}"[^{}]*\\},?`), ''), worker),
    )
    void proxy.fault(({ url }) => gone.some((name) => url.endsWith(name)), { status: 404 })
    await take(field)
    await (await device.context.newCDPSession(page)).send('Network.clearBrowserCache')
    await addPhoto()
    await expect(missing).toBeVisible()
    await expect(remarks(page)).toHaveValue('Scritto e non ancora salvato')
    expect(await isMarked(page)).toBe(true)
  })
  await test.step('once all is saved it is reloaded, one time, and nothing is gone', async () => {
    await disk.close()
    await saved(page)
    // A photo just chosen is not saved either: it is told of, and nothing is reloaded under it.
    await addPhoto()
    await expect(missing).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Segnala NC' }).click()
    await loaded
    await expect(remarks(page)).toHaveValue('Scritto e non ancora salvato')
    await mark(page)
    await page.getByRole('button', { name: 'Segnala NC' }).click()
    await expect(page.getByText(/^Una parte dell'app manca su questo dispositivo/)).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
  await proxy.up()
  await picture(page, home, uuid)
  await arrived(field, [{ uuid, text: 'Scritto e non ancora salvato', photos: 1 }])
})
