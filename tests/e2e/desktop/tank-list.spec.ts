import { settled } from '../support/screens.ts'
import { enterAs, expect, screenTest as test } from '../support/test.ts'

test('the first tank of the network stands within 240 px at a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterAs(page, 'admin')
  await page.goto('/stazioni/cisterne')
  await settled(page)
  const row = await page.locator('tbody tr').first().boundingBox()
  expect(row!.y).toBeLessThanOrEqual(240)
  await expect(page.getByRole('group', { name: 'Capacità per carburante' })).toContainText(' l in ')
})
