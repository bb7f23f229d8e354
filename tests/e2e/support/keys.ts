import { expect, type Locator, type Page } from '@playwright/test'

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Goes there as who has no mouse: by Tab, from where the focus is. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let step = 0; step < 120 && !(await focused(target)); step++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
/** Past the bars and the menu, as whoever has no mouse gets to the page. */
export async function toContent(page: Page) {
  await tabTo(page, page.getByRole('link', { name: 'Vai al contenuto' }))
  await page.keyboard.press('Enter')
}
/** Counts what a person does on a page from now on: each press of a button of the mouse, each key, Ctrl and its letter together being one. */
export async function gestures(page: Page) {
  let count = 0
  await page.exposeFunction('onGesture', () => void count++)
  await page.addInitScript(() => {
    const { onGesture } = window as unknown as { onGesture: () => void }
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta']
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, (event) => event.isTrusted && !modifiers.includes((event as KeyboardEvent).key) && onGesture(), true)
  })
  return {
    begin: () => {
      count = 0
    },
    count: () => count,
  }
}
