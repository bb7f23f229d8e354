import { apiAs } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { misfits } from '../support/misfits.ts'
import { asFile, photo } from '../support/pictures.ts'
import { settled } from '../support/screens.ts'
import { startServer } from '../support/server.ts'
import { enterAs, expect, leave, signIn, signOut, test } from '../support/test.ts'

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

test('tanks on a tablet held upright: nothing that axe or a thumb holds against them, list, station and form', async ({ page }) => {
  await enterAs(page, 'admin')
  for (const path of ['/stazioni/cisterne', '/stazioni/cisterne/1']) {
    await page.goto(path)
    await settled(page)
    expect(await violations(page), path).toEqual([])
    expect(await misfits(page, 48), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Nuovo intervento' }).first().tap()
  await expect(page.getByRole('combobox', { name: /^Tipo/ })).toBeVisible()
  expect(await violations(page), 'form').toEqual([])
  expect(await misfits(page, 48), 'form').toEqual([])
})

test('an intervention is written by keyboard alone; a dirty form outlives Esc twice', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/stazioni/cisterne/1')
  await settled(page)
  await tabTo(page, page.getByRole('button', { name: 'Nuovo intervento' }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('combobox', { name: /^Tipo/ }))
  await page.keyboard.type('Tar')
  await tabTo(page, page.getByRole('textbox', { name: /^Ditta/ }))
  await page.keyboard.type('Ditta da tastiera')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: /^Ditta/ })).toHaveValue('Ditta da tastiera')
  await tabTo(page, page.getByRole('button', { name: 'Salva' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').filter({ hasText: 'Ditta da tastiera' })).toContainText('Taratura sonda')

  await page.goto('/stazioni/1?scheda=attrezzature&parte=cisterne&modulo=nuovo')
  const dialog = page.getByRole('dialog', { name: 'Nuova cisterna' })
  const number = dialog.getByLabel('N. serbatoio')
  await number.fill('C77')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // The first asks whether to leave it, the second that nothing is lost.
  await expect(number).toHaveValue('C77')
})

test('two persons on one tablet: ten photos chosen at once go with who took them, and each intervention is its writer’s', async ({
  page,
}) => {
  test.slow()
  const server = await startServer()
  const home = server.origin
  await page.goto(`${home}/login`)
  await signIn(page, 'admin')
  await page.goto(`${home}/stazioni/cisterne/1`)
  const begin = page.getByRole('button', { name: 'Nuovo intervento' }).first()
  await expect(begin).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.stop()
  const article = (company: string) => page.getByRole('article').filter({ hasText: company })
  const write = async (company: string, photos: number) => {
    await begin.tap()
    await page.getByRole('combobox', { name: /^Tipo/ }).selectOption({ label: 'Pulizia fondi' })
    await page.getByRole('textbox', { name: /^Ditta/ }).fill(company)
    if (photos) {
      const chosen = await Promise.all(
        Array.from({ length: photos }, async (_, at) => asFile(`${at}.jpg`, await photo(40 + 15 * at, 640, 480))),
      )
      await page.locator('input[type=file][multiple]').setInputFiles(chosen)
      await expect(page.getByText(`${photos} di 10`, { exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Salva' }).tap()
    await expect(article(company)).toBeVisible()
  }
  await write('Ditta di Anna', 10)
  await expect(article('Ditta di Anna').getByText('In attesa di invio')).toBeVisible()
  await signOut(page)
  await page.getByRole('dialog', { name: 'Uscire?' }).getByRole('button', { name: 'Esci' }).click()
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()

  const again = await startServer({ dataDir: server.dataDir, port: server.port })
  await signIn(page, 'rete')
  await page.goto(`${home}/stazioni/cisterne/1`)
  await expect(begin).toBeVisible()
  await expect(page.getByText('Ditta di Anna')).toHaveCount(0)
  await write('Ditta di Renata', 0)
  const api = await apiAs(home, 'admin')
  type Row = { company: string; author: string; photos: string[] }
  const rows = async () =>
    ((await api.get('/stations/1/tanks/maintenances')) as Row[])
      .filter(({ company }) => company.startsWith('Ditta di'))
      .map(({ company, author, photos }) => `${company}: ${author}, ${new Set(photos).size}`)
      .sort()
  await expect.poll(rows, { timeout: 60_000 }).toEqual(['Ditta di Renata: Renata Rete, 0'])
  await leave(page)
  await signIn(page, 'admin')
  await expect.poll(rows, { timeout: 90_000 }).toEqual(['Ditta di Anna: Anna Amministratrice, 10', 'Ditta di Renata: Renata Rete, 0'])
  await again.stop()
})
