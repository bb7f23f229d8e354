import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { api, startProxy } from '../support/proxy.ts'
import { rowsOf } from '../support/sealed.ts'
import { expect, fillSignIn, signIn, test } from '../support/test.ts'

/** The drafts of this browser's disk, as their author reads them. */
const onDisk = async (page: Page) => (await rowsOf(page, 'piazzale-drafts-', 'drafts')).map((draft) => JSON.stringify(draft)).join('\n')
/** The renderer dies at once: no event, nothing flushed. */
async function crash(page: Page) {
  const session = await page.context().newCDPSession(page)
  const died = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await died
}

test('what is typed in any form outlives a reload, a crash and the end of the session', async ({ page: first, context, baseURL }) => {
  test.slow()
  const proxy = await startProxy(baseURL!)
  const admin = await apiAs(baseURL!, 'admin')
  const bank = (await admin.get('/banks?search=appennina')).data[0]
  const model = (await admin.get('/inspection/model?search=E2E')).data[0]
  /** Every form over a record: its address, the label of a text field in it, what is typed. */
  const forms = [
    ['/stazioni/banche?modulo=nuovo', 'Nome', 'Banca mai salvata'],
    [`/stazioni/banche/${bank.id}?modulo=${bank.id}`, 'Filiale', 'Filiale mai salvata'],
    [`/stazioni/banche/${bank.id}?scheda=carte`, 'Intestatario', 'Carta mai salvata'],
    ['/verifiche/modello?modulo=nuovo', 'Nome', 'Modello mai salvato'],
    [`/verifiche/modello?id=${model.id}`, 'Descrizione', 'Descrizione mai salvata'],
  ] as const
  const field = (page: Page, label: string) => page.locator('form').getByLabel(label).first()
  async function allThere(page: Page) {
    for (const [path, label, text] of forms) {
      await page.goto(proxy.origin + path)
      await expect(page.getByText(/^Bozza recuperata del \d\d\/\d\d \d\d:\d\d$/)).toBeVisible()
      await expect(field(page, label)).toHaveValue(text)
    }
  }
  await first.goto(`${proxy.origin}/login`)
  await signIn(first, 'admin')

  await test.step('a reload in the moment of writing', async () => {
    for (const [path, label, text] of forms) {
      await first.goto(proxy.origin + path)
      await field(first, label).fill(text)
      await first.reload()
      await expect(field(first, label)).toHaveValue(text)
    }
  })
  const second = await context.newPage()
  await test.step('a crash', async () => {
    await field(first, 'Descrizione').fill('Ultima parola')
    await expect.poll(() => onDisk(first)).toContain('Ultima parola')
    await field(first, 'Descrizione').fill(forms[4][2])
    await expect.poll(() => onDisk(first)).toContain(forms[4][2])
    await crash(first)
    await allThere(second)
  })
  await test.step('a session that ends under the save', async () => {
    for (const rule of [api('/inspection/model', 'PUT'), api('/auth/refresh')]) void proxy.fault(rule, { status: 401 })
    await second.getByRole('button', { name: 'Salva' }).click()
    await expect(second.getByText('Sessione scaduta')).toBeVisible()
    await expect(second).toHaveURL(/\/login\?back=/)
    await proxy.up()
    await fillSignIn(second, 'admin')
    await expect(second).toHaveURL(proxy.origin + forms[4][0])
    await expect(field(second, 'Descrizione')).toHaveValue(forms[4][2])
    await allThere(second)
  })
  await proxy.down()
})
