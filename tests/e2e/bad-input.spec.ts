import type { Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { misfits } from './support/misfits.ts'
import { settled } from './support/screens.ts'
import { enterAs, expect, screenTest as test } from './support/test.ts'

const LONG = 'Supercalifragilistichespiralidoso'.repeat(7).slice(0, 200)
/** Every visible text that is cut must offer its full words on hover or focus. */
const cutWithoutAWord = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')]
      .filter(
        (one) =>
          one.checkVisibility() &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1 &&
          getComputedStyle(one).overflowX === 'hidden',
      )
      .filter((one) => one.innerText.trim() && getComputedStyle(one).textOverflow !== 'ellipsis')
      .map((one) => `${one.tagName}.${one.className} "${one.innerText.slice(0, 40)}"`),
  )

test('names of 200 letters, figures of nine digits and texts of 2,000 are shown whole or with an ellipsis, however narrow the window', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const phone = test.info().project.name === 'phone'
  const admin = await apiAs(baseURL!, 'admin')
  const mark = phone ? 'F' : 'D'
  const bank = await admin.post('/banks', {
    name: `${mark}${LONG}`,
    branch: LONG,
    note: `${'Nota senza fine '.repeat(130)}${LONG}`,
    cards: [{ number: '5100********1234', holder: LONG, note: LONG }],
  })
  const service = await admin.post('/available_services', { name: `${mark}${LONG}` })
  const model = await admin.post('/inspection/model', {
    ...{ code: `LUNGO${mark}`, name: `${mark}${LONG.slice(0, 119)}`, description: 'Descrizione '.repeat(160), minutes: 1440 },
    categories: [{ key: 'c_1', name: LONG.slice(0, 120), questions: [{ key: 'q_1', type: 'yes_no', label: LONG }] }],
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'admin')
  const found: Record<string, string[]> = {}
  for (const path of [
    `/stazioni/banche?search=${mark}${LONG.slice(0, 40)}`,
    `/stazioni/banche?search=${LONG}${LONG}${'x'.repeat(1500)}`,
    `/stazioni/banche/${bank.id}`,
    `/stazioni/banche/${bank.id}?scheda=carte`,
    `/stazioni/banche/${bank.id}?scheda=storico`,
    `/stazioni/banche/${bank.id}?modulo=${bank.id}`,
    `/servizi?search=${mark}${LONG.slice(0, 40)}`,
    `/servizi?modulo=${service.id}`,
    `/verifiche/modello?search=LUNGO${mark}`,
    `/verifiche/modello?id=${model.id}`,
    `/verifiche/modello?id=${model.id}#q_1`,
    '/verifiche?nuova=avvia',
    '/storico-modifiche',
    '/logs',
    '/dashboard',
  ])
    for (const [width, height] of phone ? [[320, 568] as const] : [[1024, 768] as const, [1280, 800] as const])
      await test.step(`${path.slice(0, 60)} at ${width} px`, async () => {
        await page.setViewportSize({ width, height })
        await page.goto(path)
        await expect(page.locator('h1')).toBeVisible()
        await settled(page)
        if (process.env.PICTURES)
          await page.screenshot({ path: `screenshots/bad-input/${path.slice(0, 60).replace(/\W+/g, '-')}-${width}.png`, fullPage: true })
        const said = [...(await misfits(page, phone ? 44 : 0)), ...(await cutWithoutAWord(page))]
        if (said.length) found[`${path.slice(0, 60)} ${width}`] = said
      })
  expect(found).toEqual({})
})
