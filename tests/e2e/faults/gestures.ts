import { expect, type Page } from '@playwright/test'
import { photo } from '../support/pictures.ts'
import { attach, begin, saved } from '../support/verifica.ts'

export const remarks = (page: Page) => page.getByRole('textbox', { name: 'Osservazioni' })
/** Opens the remarks of a verifica that is on this device. */
export async function openRemarks(page: Page, home: string, uuid: string) {
  await page.goto(`${home}/verifiche/${uuid}?at=5`)
  await expect(remarks(page)).toBeVisible()
}
/** Begins a verifica and writes remarks; resolves when they are "salvato", with the verifica's UUID. */
export async function note(page: Page, home: string, text: string): Promise<string> {
  await page.goto(`${home}/verifiche`)
  const uuid = await begin(page, 'PV0')
  await openRemarks(page, home, uuid)
  await remarks(page).fill(text)
  await saved(page)
  return uuid
}
/** Adds a picture to a verifica; resolves when it is "salvato". */
export async function picture(page: Page, home: string, uuid: string, shade?: number) {
  await page.goto(`${home}/verifiche/${uuid}?at=2`)
  await attach(page, 'Foto del piazzale', 'piazzale.jpg', await photo(shade))
  await saved(page)
}
