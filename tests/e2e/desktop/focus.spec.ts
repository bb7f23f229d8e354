import { expect, screenTest as test } from '../support/test.ts'

test('whatever is closed with Esc gives the focus back, and only the topmost is closed; a form asks before the address moves', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/servizi')
  const fresh = page.getByRole('button', { name: 'Nuovo servizio' })
  const form = page.getByRole('dialog', { name: 'Nuovo servizio' })
  const asked = form.getByRole('alertdialog', { name: 'Modifiche non salvate' })
  await fresh.press('Enter')
  await expect(form.getByLabel('Nome')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fresh).toBeFocused()

  await fresh.press('Enter')
  await form.getByLabel('Nome').fill('Autolavaggio a gettoni')
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape')
    await expect(asked.getByRole('button', { name: 'Resta sulla pagina' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await expect(form.getByLabel('Nome')).toBeFocused()
    await expect(page).toHaveURL(/modulo=nuovo$/)
  }
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Esci senza salvare' }).press('Enter')
  await expect(page).toHaveURL('/servizi')
  await expect(fresh).toBeFocused()

  const row = page.getByRole('row', { name: /Aspirapolvere/ })
  const more = row.getByRole('button')
  for (const item of ['Modifica', 'Elimina']) {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(more).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(more).toBeFocused()
  }

  // Esc closes the question of an operation on many rows, and not the selection under it.
  await row.getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: 'Righe selezionate' })
  await bar.getByRole('button', { name: 'Elimina' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(bar).toContainText('Una riga selezionata')
})
