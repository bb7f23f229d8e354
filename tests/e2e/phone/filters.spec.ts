import { expect, screenTest as test } from '../support/test.ts'

test('a record and a province are chosen with the thumb in the sheet of the filters', async ({ page, signIn }) => {
  await signIn('admin')
  for (const [name, typed, option, address] of [
    ['Punto vendita', 'PV001', /^PV001/, /[?&]station_id=\d+/],
    ['Provincia', 'ravenna', 'Ravenna (RA)', /[?&]province=RA/],
  ] as const) {
    await page.goto('/verifiche')
    await page.getByRole('button', { name: /^Filtri/ }).tap()
    const box = page.getByRole('combobox', { name })
    await box.tap()
    await box.pressSequentially(typed)
    await page.getByRole('option', { name: option }).first().tap()
    await expect(page).toHaveURL(address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
