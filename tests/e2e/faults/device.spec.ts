import type { Page } from '@playwright/test'
import { asFile, photo } from '../support/pictures.ts'
import { card, saved } from '../support/verifica.ts'
import { expect, type Field, test } from './field.ts'
import { note, openRemarks, picture, remarks } from './gestures.ts'
import { arrived, nothingWaits } from './oracle.ts'

/**
 * Opens the browser with so many bytes left, before the app has touched its database: Chromium believes what it once learned of the room for half a
 * minute. (What `estimate` says of the quota is a fixed figure in Chromium: only the refused write tells.) Gives the way to have room again.
 */
async function withRoom(field: Field, bytes: number) {
  const origin = field.home
  const before = await field.device.context.newCDPSession(field.device.page)
  const { usage } = await before.send('Storage.getUsageAndQuota', { origin })
  const page = await field.reopen()
  const session = await field.device.context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + bytes })
  return { page, free: () => session.send('Storage.overrideQuotaForOrigin', { origin }) }
}

test('the device is full: new photos are refused in plain words, text is kept, and what cannot be written says so', async ({ field }) => {
  const { home, proxy } = field
  await proxy.down()
  const uuid = await note(field.device.page, home, 'Prima')
  await picture(field.device.page, home, uuid)

  await test.step('room for text, not for a photo', async () => {
    const { page } = await withRoom(field, 500_000)
    await page.goto(`${home}/verifiche/${uuid}?at=2`)
    const question = card(page, 'Foto del piazzale')
    await question.locator('input[type=file][multiple]').setInputFiles(asFile('altra.jpg', await photo(40, 2560, 1920)))
    await expect(question.getByText(/Spazio quasi finito/)).toBeVisible()
    await expect(question.getByRole('button', { name: /^Apri / })).toHaveCount(1)
    await openRemarks(page, home, uuid)
    await remarks(page).fill('Il testo entra ancora')
    await saved(page)
  })
  await test.step('no room at all: not "salvato", the text stays in the page, with the way to rescue it', async () => {
    const { page, free } = await withRoom(field, -100_000)
    await openRemarks(page, home, uuid)
    await remarks(page).fill('Questo non entra')
    await expect(page.getByText(/^NON salvato: questo dispositivo non riesce a scrivere/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Esporta' })).toBeVisible()
    await expect(remarks(page)).toHaveValue('Questo non entra')
    await free()
    await page.getByRole('button', { name: 'Riprova' }).click()
    await saved(page)
  })
  await test.step('nor can the queue go: it says why, and goes by itself once there is room', async () => {
    const { page, free } = await withRoom(field, -100_000)
    await proxy.up()
    await page.goto(`${home}/invii`)
    await expect(page.getByText(/^Lo spazio su questo dispositivo è finito/)).toBeVisible()
    await free()
    await nothingWaits(page)
  })
  await arrived(field, [{ uuid, text: 'Questo non entra', photos: 1 }])
})

test('the clock of the device is nine days ahead, then nine behind: order and delivery do not depend on it', async ({ field }) => {
  const { home, proxy, device } = field
  const { page } = device
  await device.context.addInitScript(() => {
    const shift = Number(localStorage.getItem('shift') ?? 0)
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length) super(...given)
        else super(Real.now() + shift)
      }
      static override now = () => Real.now() + shift
    } as DateConstructor
  })
  const days = (at: Page, count: number) => at.evaluate((shift) => localStorage.setItem('shift', String(shift)), count * 86_400_000)
  await proxy.down()
  const uuid = await note(page, home, 'Oggi')
  for (const [count, text] of [
    [9, 'Fra nove giorni'],
    [-9, 'Nove giorni fa'],
  ] as const) {
    await days(page, count)
    await openRemarks(page, home, uuid)
    await remarks(page).fill(text)
    await saved(page)
  }
  await proxy.up()
  await arrived(field, [{ uuid, text: 'Nove giorni fa' }])
  await days(page, 9)
  await openRemarks(page, home, uuid)
  await remarks(page).fill('Ancora avanti')
  await saved(page)
  await page.goto(`${home}/invii`)
  await nothingWaits(page)
  await picture(page, home, uuid)
  await arrived(field, [{ uuid, text: 'Ancora avanti', photos: 1 }])
})
