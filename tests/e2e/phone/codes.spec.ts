import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { newFolder } from '../../server-process.ts'
import { apiAs } from '../support/api.ts'
import { filmOf } from '../support/camera.ts'
import { wholeBrowser } from '../support/machine.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { prepared } from '../support/verifica.ts'

test('the camera reads a printed code and opens its piece; without a network the device says what it knows of it', async () => {
  test.slow()
  const server = await startServer()
  const folder = newFolder()
  const inspector = await apiAs(server.origin, 'ispettore')
  const [station] = (await inspector.get('/stations?search=PV001')).data
  const { context } = await inspector.get(`/inspection/context?station_id=${station.id}`)
  const [piece] = context.equipment.fire_extinguishers as { id: number; label: string }[]
  // As the sheet has it, of another server.
  filmOf(`https://altrove.example/q/ES-${piece!.id}`, path.join(folder, 'code.y4m'))
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
  await page.goto(`${server.origin}/q`)
  await page.getByRole('button', { name: 'Usa la fotocamera' }).click()
  await expect(page).toHaveURL(new RegExp(`/stazioni/${station.id}\\?.*pezzo=${piece!.id}`))
  await server.stop()
  await page.goto(`${server.origin}/q`)
  await page.getByRole('button', { name: 'Usa la fotocamera' }).click()
  await expect(page.getByText('Sei senza rete: questo è ciò che il dispositivo sa.')).toBeVisible()
  await expect(page.getByText(piece!.label)).toBeVisible()
  await page.goto(`${server.origin}/q/ES-999999`)
  await expect(page.getByText(/questo codice non è tra i punti vendita preparati/)).toBeVisible()
  await device.close()
  for (const place of [folder, server.dataDir]) fs.rmSync(place, { recursive: true, force: true })
})
