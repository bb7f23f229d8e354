import type { Page } from '@playwright/test'
import { api } from '../support/proxy.ts'
import { begin, card } from '../support/verifica.ts'
import { expect, test } from './field.ts'
import { note, picture } from './gestures.ts'
import { arrived, held, nothingWaits } from './oracle.ts'

const happens = (page: Page, name: string) => page.evaluate((event) => void dispatchEvent(new Event(event)), name)
/** Begins a verifica and looks at the queue, without any reload. */
async function beginHere(page: Page): Promise<string> {
  const uuid = await begin(page, 'PV0')
  // The head of the page before goes: only then is there one way to the queue.
  await expect(card(page, 'Il piazzale è pulito?')).toBeVisible()
  await page.getByTitle('Invii').filter({ visible: true }).click()
  await expect(page.getByRole('button', { name: 'Invia adesso' })).toBeVisible()
  return uuid
}

test('the server is killed between the effect and its receipt', async ({ field }) => {
  const { home, proxy, engine, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'Due volte mai')
  await picture(device.page, home, uuid)
  await proxy.up()
  for (const path of ['', '/files']) {
    const done = proxy.fault(api(`/inspection${path}`, 'POST'), { reply: 0 }, 1)
    await device.page.goto(`${home}/invii`)
    await done
    engine.crash()
    await engine.restart()
  }
  await nothingWaits(device.page)
  await arrived(field, [{ uuid, text: 'Due volte mai', photos: 1 }])
})

test('a captive portal answers everything with a page of its own', async ({ field }) => {
  const { home, proxy, device } = field
  const { page } = device
  await page.goto(`${home}/verifiche`)
  const portal = proxy.fault(() => true, { status: 200, body: '<!doctype html><title>Wi-Fi gratuito</title>' })
  const uuid = await begin(page, 'PV0')
  await portal
  await page.goto(`${home}/invii`)
  await expect(page.getByText('Connessione: server non raggiungibile')).toBeVisible()
  await expect(page.getByText(/Riprova da solo: non serve fare altro/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Connessione: server non raggiungibile')).toBeVisible()
  expect((await held(page, 'items')).map(({ state }) => state)).not.toContain('sent')
  const later = await note(page, home, 'Dietro al portale')
  await page.goto(`${home}/invii`)
  await proxy.up()
  await happens(page, 'online')
  await arrived(field, [
    { uuid, text: '' },
    { uuid: later, text: 'Dietro al portale' },
  ])
})

test('the upload of a photo is cut after some bytes, again and again, then goes whole', async ({ field }) => {
  const { home, proxy, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'Foto a pezzi')
  await picture(device.page, home, uuid)
  await proxy.up()
  const upload = api('/inspection/files', 'POST')
  const cuts = [
    proxy.fault(upload, { reply: 60 }, 1),
    proxy.fault(upload, { request: 120_000 }, 1),
    proxy.fault(upload, { request: 30_000 }, 1),
    proxy.fault(upload, { request: 500 }, 1),
  ]
  await device.page.goto(`${home}/invii`)
  for (const cut of cuts.reverse()) {
    await cut
    await happens(device.page, 'focus')
  }
  await nothingWaits(device.page)
  await arrived(field, [{ uuid, text: 'Foto a pezzi', photos: 1 }])
})

test('no network, then network: the queue goes within ten seconds of "online" or focus, and by itself, with no reload', async ({
  field,
}) => {
  const { home, proxy, device } = field
  const { page } = device
  await page.goto(`${home}/verifiche`)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const uuids: string[] = []
  for (const sign of ['online', 'focus', undefined]) {
    await proxy.down()
    uuids.push(await beginHere(page))
    await expect(page.getByText('Connessione: server non raggiungibile')).toBeVisible()
    await proxy.up()
    if (sign) await happens(page, sign)
    await nothingWaits(page, sign ? 10_000 : 60_000)
    // Queue, verifica, dialog of the start: back to the list.
    for (const _ of ['queue', 'verifica', 'dialog']) await page.goBack()
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await arrived(
    field,
    uuids.map((uuid) => ({ uuid, text: '' })),
  )
})
