import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { couponOrder } from '../../api/support/coupon-fixtures.ts'
import { newFolder } from '../../server-process.ts'
import { apiAs } from '../support/api.ts'
import { filmOfPicture } from '../support/camera.ts'
import { wholeBrowser } from '../support/machine.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'

test('a printed voucher is checked by the camera of a phone and used once', async () => {
  test.slow()
  const server = await startServer()
  const folder = newFolder()
  const accounts = await apiAs(server.origin, 'contabilita')
  const { id, rev, number } = await accounts.post('/coupons', { ...couponOrder, rows: [{ denomination: 50, quantity: 1 }] })
  await accounts.put(`/coupons/${id}`, { rev, status: 'paid', paid_at: '2026-11-05' })
  await accounts.post(`/coupons/${id}/issue`, {})
  const pdf = path.join(folder, 'voucher.pdf')
  // A job writes it.
  await expect(async () => fs.writeFileSync(pdf, await accounts.bytes(`/coupons/download/${id}`))).toPass()
  execFileSync('pdftoppm', ['-r', '150', '-png', '-singlefile', pdf, path.join(folder, 'voucher')])
  const { width, height } = await sharp(path.join(folder, 'voucher.png')).metadata()
  const held = sharp(path.join(folder, 'voucher.png')).extract({
    left: 0,
    top: 0,
    width: Math.round(width / 2),
    height: Math.round(height / 4),
  })
  await filmOfPicture(held, path.join(folder, 'voucher.y4m'))
  const { launchOptions, locale, timezoneId, viewport, hasTouch, isMobile } = test.info().project.use
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path.join(folder, 'voucher.y4m')}`]
  const device = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...{ ...launchOptions, ...wholeBrowser, args: [...(launchOptions?.args ?? []), ...camera] },
    ...{ locale, timezoneId, viewport, hasTouch, isMobile, permissions: ['camera'] },
  })
  const page = device.pages()[0]!
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'gestore')
  const check = async () => {
    await page.goto(`${server.origin}/q`)
    await page.getByRole('button', { name: 'Usa la fotocamera' }).click()
  }
  await check()
  const dialog = page.getByRole('dialog', { name: 'Verifica buono' })
  await expect(dialog).toContainText(number)
  await expect(dialog).toContainText(/50,00\s€/)
  const use = dialog.getByRole('button', { name: 'Utilizza buono' })
  await use.click()
  await expect(dialog).toContainText('Indicare il punto vendita')
  await dialog.getByRole('combobox', { name: 'Punto vendita' }).click()
  await page.getByRole('option').first().click()
  await use.click()
  await page.getByRole('dialog', { name: 'Utilizzare il buono?' }).getByRole('button', { name: 'Utilizza' }).click()
  await expect(dialog).toContainText('Utilizzato')
  await check()
  await expect(dialog).toContainText('Utilizzato')
  await expect(use).toHaveCount(0)
  await device.close()
  await server.stop()
  for (const place of [folder, server.dataDir]) fs.rmSync(place, { recursive: true, force: true })
})
