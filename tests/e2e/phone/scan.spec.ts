import fs from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { newFolder } from '../../server-process.ts'
import { apiAs } from '../support/api.ts'
import { filmOf } from '../support/camera.ts'
import { wholeBrowser } from '../support/machine.ts'
import { makeModel } from '../support/models.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { begin, prepared } from '../support/verifica.ts'

const MODEL = {
  code: 'SCAN',
  name: 'Giro estintori',
  require: { inspector_signature: false, manager_signature: false },
  categories: [
    {
      key: 'c_ext',
      name: 'Estintori',
      repeat: { source: 'fire_extinguishers', label: 'Estintore' },
      questions: [
        { key: 'q_codice', label: 'Codice dell’estintore', type: 'scan', expect: 'equipment_number' },
        { key: 'q_carico', label: 'È carico?', type: 'yes_no' },
      ],
    },
  ],
}
const code = (page: Page) => page.getByRole('textbox', { name: 'Codice dell’estintore' })

test('without a network the camera finds the extinguisher one stands before, and reads its number', async () => {
  test.slow()
  const server = await startServer()
  const folder = newFolder()
  const admin = await apiAs(server.origin, 'admin')
  await makeModel(admin, MODEL)
  const [station] = (await admin.get('/stations?search=PV001')).data
  const { context } = await (await apiAs(server.origin, 'ispettore')).get(`/inspection/context?station_id=${station.id}`)
  const extinguishers: { number: string; label: string }[] = context.equipment.fire_extinguishers
  const wanted = extinguishers.at(-1)!
  filmOf(wanted.number, path.join(folder, 'code.y4m'))
  const { launchOptions, locale, timezoneId, geolocation, viewport, hasTouch, isMobile } = test.info().project.use
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path.join(folder, 'code.y4m')}`]
  const device = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...{ ...launchOptions, ...wholeBrowser, args: [...(launchOptions?.args ?? []), ...camera] },
    ...{ locale, timezoneId, geolocation, viewport, hasTouch, isMobile, permissions: ['geolocation', 'camera'] },
  })
  const page = device.pages()[0]!
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'ispettore')
  await prepared(page, server.origin)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await begin(page, 'PV001', MODEL.name)
  const address = page.url()
  await server.stop()
  await page.goto(address)

  await test.step('the piece of equipment is found', async () => {
    await expect(code(page)).toBeVisible()
    await page.getByRole('button', { name: 'Trova con la fotocamera' }).click()
    await expect(page.getByText(`Matricola attesa: ${wanted.number}`)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.screenshot({ path: 'test-results/scan-found.png' })
  })
  await test.step('its number is read', async () => {
    await page.getByRole('button', { name: 'Leggi con la fotocamera' }).click()
    await expect(code(page)).toHaveValue(wanted.number)
  })
  await test.step('a camera that is not permitted is said in words, and the code can be typed', async () => {
    await device.clearPermissions()
    await page.reload()
    await page.getByRole('button', { name: 'Trova con la fotocamera' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/La fotocamera non è permessa.*Puoi scrivere il codice a mano/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Codice scritto a mano' }).fill('XYZ')
    await dialog.getByRole('button', { name: 'Usa' }).click()
    await expect(dialog.getByText('Nessuna attrezzatura di questa verifica ha il numero o il codice «XYZ».')).toBeVisible()
    await page.screenshot({ path: 'test-results/scan-refused.png' })
    await dialog.getByRole('textbox', { name: 'Codice scritto a mano' }).fill(extinguishers[0]!.number.toLowerCase())
    await dialog.getByRole('button', { name: 'Usa' }).click()
    await expect(page.getByText(`Matricola attesa: ${extinguishers[0]!.number}`)).toBeVisible()
  })
  await device.close()
  for (const place of [folder, server.dataDir]) fs.rmSync(place, { recursive: true, force: true })
})
