import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { cutAtTwice } from '../support/misfits.ts'
import { makeModel } from '../support/models.ts'
import { settled } from '../support/screens.ts'
import { enterAs, expect, screenTest as test } from '../support/test.ts'
import { begin, card, prepared } from '../support/verifica.ts'

const SMALLEST = { width: 320, height: 568 }
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

test('with text at twice its size nothing is cut on the smallest screen, at any address of an inspector', async ({ page, baseURL }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(SMALLEST)
  await enterAs(page, 'ispettore')
  await prepared(page)
  const own = await apiAs(baseURL!, 'ispettore')
  const done = (await own.get('/inspection?status=completed')).data[0]
  const model = (await own.get('/inspection/model?status=active')).data[0]
  const uuid = await begin(page, 'PV021')
  const screens: [string, ((page: Page) => Promise<unknown>)?][] = [
    ['/verifiche'],
    ['/verifiche', click('Dati sul dispositivo')],
    ['/verifiche?nuova=avvia'],
    ['/verifiche?nuova=avvia', click('Controllo breve')],
    [`/verifiche/${done.id}`, click('Apri tutte le sezioni')],
    ['/verifiche/modello'],
    [`/verifiche/modello?id=${model.id}`],
    ['/invii'],
    ['/utenti/profilo'],
    ['/privacy'],
    ...[0, 1, 2, 3, 4, 5].map((at): [string] => [`/verifiche/${uuid}?at=${at}`]),
    [`/verifiche/${uuid}?at=0`, click('Altre azioni')],
    [`/verifiche/${uuid}?view=sections`],
    [`/verifiche/${uuid}?view=summary`],
  ]
  const found: Record<string, string[]> = {}
  for (const [path, act] of screens)
    await test.step(`${path}${act ? ', opened' : ''}`, async () => {
      await page.goto(path)
      await settled(page)
      await act?.(page)
      await settled(page)
      // The bars fold into more rows once the text has its size.
      await expect
        .poll(() => cutAtTwice(page), { timeout: 15_000 })
        .toEqual([])
        .catch(async () => Object.assign(found, { [`${path} ${!!act}`]: await cutAtTwice(page) }))
      if (process.env.PICTURES)
        await page.screenshot({ path: `screenshots/twice/${path.replace(/\W+/g, '-')}${act ? '-opened' : ''}.png`, fullPage: true })
    })
  expect(found).toEqual({})
})

const SCALE = {
  code: 'E2ESCALE',
  name: 'Controllo con scala',
  minutes: 5,
  require: { inspector_signature: false, manager_signature: false },
  categories: [
    { key: 'c_uno', name: 'Aspetto', questions: [{ key: 'q_dieci', label: 'Come si presenta il piazzale?', type: 'rating', max: 10 }] },
  ],
}
test('a scale of ten is one row with its two words, each mark as wide as a thumb needs, on the smallest screen; two rows where the text is twice its size', async ({
  page,
  baseURL,
}) => {
  const admin = await apiAs(baseURL!, 'admin')
  const model = await makeModel(admin, SCALE)
  try {
    await page.setViewportSize(SMALLEST)
    await enterAs(page, 'ispettore')
    await prepared(page)
    await begin(page, 'PV020', SCALE.name)
    const question = card(page, 'Come si presenta il piazzale?')
    const marks = question.locator('label')
    await expect(marks).toHaveCount(10)
    const boxes = () => marks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const row = await boxes()
    expect(new Set(row.map(({ top }) => Math.round(top))).size).toBe(1)
    for (const { width, height } of row) {
      expect(width).toBeGreaterThanOrEqual(28)
      expect(height).toBeGreaterThanOrEqual(44)
    }
    // No gap where a tap would be lost.
    for (const [at, { left }] of row.entries()) if (at) expect(left).toBeLessThanOrEqual(row[at - 1]!.right)
    await expect(question.getByText('Scarso')).toBeInViewport()
    await expect(question.getByText('Ottimo')).toBeInViewport()
    if (process.env.PICTURES) await page.screenshot({ path: 'screenshots/twice/scale.png' })
    // From the keyboard: what is tapped goes on by itself.
    await question.getByRole('radio', { name: '8', exact: true }).press('Space')
    await expect(question.getByRole('radio', { name: '8', exact: true })).toBeChecked()
    await expect.poll(() => cutAtTwice(page)).toEqual([])
    expect(new Set((await boxes()).map(({ top }) => Math.round(top))).size).toBe(2)
    if (process.env.PICTURES) await page.screenshot({ path: 'screenshots/twice/scale-twice.png', fullPage: true })
  } finally {
    const { rev } = await admin.get(`/inspection/model/${model}`)
    await admin.put(`/inspection/model/${model}`, { status: 'archived', rev })
  }
})
