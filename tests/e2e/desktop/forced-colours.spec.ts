import type { Locator } from '@playwright/test'
import { enterAs, expect, screenTest as test } from '../support/test.ts'

const ground = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
const edge = (one: Locator) =>
  one.evaluate((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
    return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
  })

test('where the device chooses the colours, what is chosen can be told from the rest, and what stands over the page has an edge', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await enterAs(page, 'admin')
  const differ = async (chosen: Locator, other: Locator, what: string) => expect(await ground(chosen), what).not.toBe(await ground(other))

  await page.goto('/stazioni/banche/1?scheda=carte')
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
  await differ(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }).first(), 'a tab')
  const menu = page.getByRole('navigation', { name: 'MENU' })
  await differ(menu.locator('a[aria-current]'), menu.getByRole('link', { name: 'Utenti' }), 'the entry of the menu')

  await page.goto('/stazioni/banche?modulo=nuovo')
  const active = page.getByRole('checkbox', { name: 'Attiva' })
  await expect(active).toBeChecked()
  const ticked = await ground(active)
  await active.click()
  expect(await ground(active), 'a box').not.toBe(ticked)
  expect(await edge(page.locator('.mantine-Modal-content')), 'a dialog').toBe(true)

  await page.goto('/utenti/profilo')
  await expect(page.getByRole('switch', { name: /^Dispositivo condiviso/ })).toBeVisible()
  expect(await edge(page.locator('.mantine-Switch-track').first()), 'a switch').toBe(true)
  await differ(
    page.locator('.mantine-SegmentedControl-label[data-active]'),
    page.locator('.mantine-SegmentedControl-label').first(),
    'a look',
  )
})
