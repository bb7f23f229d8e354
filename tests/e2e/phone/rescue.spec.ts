import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { newFolder } from '../../server-process.ts'
import { note, openRemarks, picture, remarks } from '../faults/gestures.ts'
import { apiAs } from '../support/api.ts'
import { openProfile } from '../support/profile.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { prepared } from '../support/verifica.ts'

async function downloaded(page: Page, folder: string, name: string, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download')
  await press()
  const place = path.join(folder, name)
  await (await coming).saveAs(place)
  return place
}

test('what a device exports, whole, of one verifica and where it cannot write, is taken in by the office through its page', async ({
  browser,
}) => {
  test.slow()
  const server = await startServer()
  const folder = newFolder()
  const home = server.origin
  const device = await openProfile(folder)
  const { page } = device
  await page.goto(`${home}/login`)
  await signIn(page, 'ispettore')
  await prepared(page, home)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.stop()

  const first = await note(page, home, 'Prima verifica')
  await picture(page, home, first, 90)
  const second = await note(page, home, 'Seconda verifica')
  await page.goto(`${home}/invii`)
  const one = await downloaded(page, folder, 'una.zip', () =>
    page.getByRole('listitem').getByRole('button', { name: 'Esporta' }).first().click(),
  )
  const whole = await downloaded(page, folder, 'tutto.zip', () => page.getByRole('button', { name: 'Esporta tutto' }).click())

  const failed = await test.step('no room at all: "Esporta" beside the failure', async () => {
    await openRemarks(page, home, second)
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === 'drafts') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, given)
      }
    })
    await remarks(page).fill('Solo in memoria')
    await expect(page.getByText(/^NON salvato:/)).toBeVisible()
    return downloaded(page, folder, 'memoria.zip', () => page.getByRole('button', { name: 'Esporta' }).click())
  })

  await test.step('the office takes them in, one after the other', async () => {
    // The device itself is lost.
    await device.context.close()
    const again = await startServer({ dataDir: server.dataDir, port: server.port })
    const desk = await (await browser.newContext({ baseURL: home, viewport: { width: 1280, height: 800 } })).newPage()
    await signIn(desk, 'admin')
    const api = await apiAs(home, 'ispettore')
    const take = async (zip: string) => {
      await desk.goto('/verifiche?nuova=importa')
      const dialog = desk.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles(zip)
      await expect(dialog.getByText(/esportato il/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Importa', exact: true }).click()
      await expect(dialog.getByText(/^(Importato|Già presente)$/).first()).toBeVisible()
      await expect(dialog.getByText('Rifiutato')).toHaveCount(0)
      return dialog
    }
    await take(one)
    const held = async (uuid: string) => api.get(`/inspection/${uuid}`)
    const known = (await api.get('/inspection?status=draft')).data.map((row: { client_uuid: string }) => row.client_uuid)
    expect([first, second].filter((uuid) => known.includes(uuid))).toHaveLength(1)
    const report = await take(whole)
    await expect(report.getByText(/Foto: .*0 rifiutate/)).toBeVisible()
    expect((await held(first)).answers.q_osservazioni.v).toBe('Prima verifica')
    expect((await held(first)).files).toHaveLength(1)
    expect((await held(second)).answers.q_osservazioni.v).toBe('Seconda verifica')
    await take(failed)
    expect((await held(second)).answers.q_osservazioni.v).toBe('Solo in memoria')
    await desk.screenshot({ path: 'test-results/import.png' })
    await desk.context().close()
    await again.stop()
  })
  for (const place of [folder, server.dataDir]) fs.rmSync(place, { recursive: true, force: true })
})
