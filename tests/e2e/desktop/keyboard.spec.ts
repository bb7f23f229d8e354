import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../server/db/seed/accounts.ts'
import { expect, test } from '../support/test.ts'

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement)
/** Goes there as who has no mouse: by Tab, from where the focus is. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let step = 0; step < 60 && !(await focused(target)); step++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

test('by keyboard alone: sign in, open a verifica from the list, save a bank that was refused first', async ({ page }) => {
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('admin@demo.example.it')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await test.step('the list of verifiche, a row, its page', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Compilazioni' }))
    await page.keyboard.press('Enter')
    await expect(page.locator('#page-title')).toBeFocused()
    await tabTo(page, page.locator('[data-row]').first())
    await page.keyboard.press('ArrowDown')
    const row = page.locator('[data-row]').nth(1)
    await expect(row).toBeFocused()
    const id = await row.getAttribute('data-row')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/verifiche\/[0-9a-f-]{6,}/)
    await expect(page.locator('#page-title')).toBeFocused()
    // Alt and the left arrow, which a browser without windows does not hear.
    await page.goBack()
    await expect(page.locator(`[data-row="${id}"]`)).toBeFocused()
  })

  await test.step('a bank: refused at its field, mended, saved', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Banche', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Nuova banca' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Nuova banca' })
    const name = dialog.getByLabel('Nome')
    await expect(name).toBeFocused()
    await tabTo(page, dialog.getByLabel('IBAN'))
    await page.keyboard.type('IT00X')
    await tabTo(page, dialog.getByRole('button', { name: 'Salva' }))
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(/obbligatorio/)
    await page.keyboard.type('Banca della tastiera')
    await page.keyboard.press('Control+Enter')
    const iban = dialog.getByLabel('IBAN')
    await expect(iban).toBeFocused()
    await expect(iban).toHaveAccessibleDescription(/IBAN/)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Banca creata')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Banca della tastiera' })).toBeVisible()
  })
})
