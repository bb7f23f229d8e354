import type { Locator, Page } from '@playwright/test'
import { misfits } from '../support/misfits.ts'
import { expect, test } from '../support/test.ts'
import { begin, card, prepared, saved, tap } from '../support/verifica.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
]
const first = 'Il piazzale è pulito?'
const spill = 'Il pozzetto è libero da versamenti?'
const primary = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Share of the window that bars hold for good: whatever stays where it is while the page scrolls. */
const barred = (page: Page) =>
  page.evaluate(() => {
    const held = [...document.querySelectorAll('header, footer, nav')].filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return one.checkVisibility() && right > 0 && left < innerWidth && ['sticky', 'fixed'].includes(getComputedStyle(one).position)
    })
    return held.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) / innerHeight
  })
/** Where the answers stand: share of the window above their middle. */
const heightOf = async (page: Page, question: string) => {
  const box = (await card(page, question).getByRole('radiogroup').boundingBox())!
  return (box.y + box.height / 2) / page.viewportSize()!.height
}

/** True if the elements stand in one row: same middle, no word broken over lines. */
const inOneRow = (row: Locator) =>
  row.evaluate((one) => {
    const middles = [...one.querySelectorAll('button')].map((button) => {
      const { top, height } = button.getBoundingClientRect()
      return Math.round(top + height / 2)
    })
    const broken = [...one.querySelectorAll('[class*=Button-label]')].filter((label) => label.getClientRects()[0]!.height > 32)
    return middles.length > 1 && new Set(middles).size === 1 && broken.length === 0
  })

/** Where each question and its answers stand, in pixels of the page, once its letters are there and nothing slides any more. */
async function places(page: Page) {
  const sliding = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length
    })
  await expect.poll(sliding).toBe(0)
  return page.evaluate(() =>
    [...document.querySelectorAll('article, article [role=radiogroup]')].map((one) => one.getBoundingClientRect().top + scrollY),
  )
}
/** Late content, up to the notice that all is sent, must not move anything a thumb may be about to press; the header may move a few pixels. */
async function staysWhereItIs(page: Page, before: number[]) {
  await expect(page.getByText('Inviato', { exact: true })).toBeVisible()
  const after = await places(page)
  expect(after).toHaveLength(before.length)
  for (const [at, top] of after.entries()) expect(Math.abs(top - before[at]!), `${before} → ${after}`).toBeLessThanOrEqual(8)
}

test('answers are within reach of the thumb, bars take a quarter at most, nothing jumps, and a choice goes on by itself', async ({
  page,
  signIn,
}) => {
  test.slow()
  await page.addInitScript(() => {
    const told = Object.assign(window, { told: [] as { words: string; covers: string[] }[] }).told
    const seen = new Set<Element>()
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('.mantine-Notification-root')) {
        if (seen.has(one)) continue
        seen.add(one)
        setTimeout(() => {
          const { top, bottom } = one.getBoundingClientRect()
          const covered = [...document.querySelectorAll('header, footer, [role=radiogroup]')].filter((other) => {
            const box = other.getBoundingClientRect()
            return other.checkVisibility() && box.bottom > top && box.top < bottom
          })
          told.push({ words: one.textContent ?? '', covers: covered.map((other) => other.tagName) })
        }, 300)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await signIn('ispettore')
  await prepared(page)
  // However narrow: two lines at most say that the device is ready, and since when; one could not hold the hour.
  const ready = page.getByText(/^(Pronto|Non ancora pronto) per lavorare offline$/)
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    expect((await ready.locator('..').boundingBox())!.height).toBeLessThan(50)
  }
  await page.setViewportSize(SCREENS[0]!)
  const uuid = await begin(page, 'PV020')
  // A passing notice covers neither the bars nor an answer.
  const told = () => page.evaluate(() => (window as unknown as { told: { words: string; covers: string[] }[] }).told)
  await expect.poll(told).toEqual([{ words: expect.stringContaining('Verifica creata'), covers: [] }])
  await page.goto(`/verifiche/${uuid}?at=0`)
  await expect(card(page, first)).toBeVisible()

  await test.step('at every size', async () => {
    for (const screen of SCREENS) {
      await page.setViewportSize(screen)
      for (const address of ['?at=0', '?at=4', '?view=sections', '?view=summary']) {
        await page.goto(`/verifiche/${uuid}${address}`)
        await expect(page.locator('header h1, nav button, #page-title').first()).toBeVisible()
        expect(await barred(page), `${screen.width} ${address}`).toBeLessThanOrEqual(0.25)
        expect(await misfits(page, 44), `${screen.width} ${address}`).toEqual([])
      }
      await page.goto(`/verifiche/${uuid}?at=0`)
      await expect(card(page, first)).toBeVisible()
      await saved(page)
      await staysWhereItIs(page, await places(page))
      expect(await inOneRow(card(page, first).locator('div:has(> button)')), `${screen.width}`).toBe(true)
      if (screen.height > 400) expect(await heightOf(page, first)).toBeGreaterThan(0.5)
    }
    await page.setViewportSize(SCREENS[0]!)
  })

  await test.step('a choice that needs nothing more goes on; one that asks for a note stays, and its answers stay where they are', async () => {
    await page.goto(`/verifiche/${uuid}?at=0`)
    await tap(page, first, 'Sì')
    await expect(page.getByRole('textbox', { name: 'Quanti estintori ci sono?' })).toBeVisible()
    await page.goto(`/verifiche/${uuid}?at=4`)
    const before = await heightOf(page, spill)
    await tap(page, spill, 'No')
    await expect(card(page, spill).getByRole('textbox', { name: 'Nota' })).toBeVisible()
    expect(await heightOf(page, spill)).toBeCloseTo(before, 2)
    await expect(page.getByText('1 di 6').or(page.getByText('2 di 6'))).toBeVisible()
    await expect(card(page, spill)).toBeVisible()
  })

  await test.step('from the keyboard the arrows choose, and nobody is taken away', async () => {
    await page.goto(`/verifiche/${uuid}?at=0`)
    await card(page, first).getByRole('radio', { name: 'Sì' }).press('ArrowRight')
    await expect(card(page, first).getByRole('radio', { name: 'No' })).toBeChecked()
    await expect(page.getByText('Salvato sul dispositivo')).toBeVisible()
    await expect(card(page, first)).toBeVisible()
  })

  await test.step('the sections say how far they are and lead to what is open, the closing page is their last row', async () => {
    await page.getByRole('button', { name: 'Sezioni' }).click()
    const rows = page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button')
    await expect(rows).toHaveText([
      'Prossima senza risposta',
      /^Piazzale1 di 3/,
      /^Sicurezza1 di 3.*1 NC$/,
      /^Riepilogo\d punti da completare/,
    ])
    await rows.first().click()
    await expect(page.getByRole('textbox', { name: 'Quanti estintori ci sono?' })).toBeVisible()
  })

  await test.step('by choice all questions of a section on one page, the next day too', async () => {
    await primary(page, 'Altre azioni').click()
    await page.getByRole('menuitemcheckbox', { name: 'Tutte le domande della sezione' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(3)
    await saved(page)
    const before = await places(page)
    await tap(page, first, 'Sì')
    await expect(card(page, first).getByRole('radio', { name: 'Sì' })).toBeChecked()
    await staysWhereItIs(page, before)
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(card(page, first)).toBeVisible()
    await primary(page, 'Altre azioni').click()
    await page.getByRole('menuitemcheckbox', { name: 'Tutte le domande della sezione' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})

test('draft, list, cloud and Invii say the same of a verifica at the same moment', async ({ page, signIn, context }) => {
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV022')
  await expect(page.getByText('Inviato', { exact: true })).toBeVisible()
  const list = await context.newPage()
  await list.goto('/verifiche')
  const queue = await context.newPage()
  await queue.goto('/invii')
  const mine = list
    .getByRole('link')
    .filter({ hasText: 'PV022' })
    .filter({ has: list.getByText(/Inviato|Salvato|In attesa/) })
  const work = queue.getByRole('listitem', { name: /PV022/ })
  /** All four places, until they agree. */
  const everywhere = async (word: string, waiting: number) => {
    await expect(page.locator('header').getByText(word, { exact: true })).toBeVisible()
    await expect(mine.first().getByText(word, { exact: true })).toBeVisible()
    await expect(work.first().getByText(word, { exact: true }).first()).toBeVisible()
    for (const one of [page, list, queue]) {
      const cloud = one.getByRole('link', { name: 'Invii' }).filter({ visible: true }).getByRole('status')
      if (waiting) await expect(cloud).toContainText(`${waiting} da inviare`)
      else await expect(cloud).not.toContainText('da inviare')
    }
    await expect(
      list.getByRole('heading', { name: waiting ? `Sul dispositivo (${waiting} da inviare)` : /^Sul dispositivo$/ }),
    ).toBeVisible()
  }
  await everywhere('Inviato', 0)
  await page.goto(`/verifiche/${uuid}?at=5`)
  await expect(page.getByRole('textbox', { name: 'Osservazioni' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Osservazioni' }).fill('Cancello aperto')
  await everywhere('Salvato sul dispositivo', 1)
  await everywhere('In attesa di invio', 1)
  await context.setOffline(false)
  await everywhere('Inviato', 0)
})
