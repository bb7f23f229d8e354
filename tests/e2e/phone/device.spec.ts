import { expect, signIn, test } from '../support/test.ts'

test('the shortcuts of the home screen open what they name; the room left is shown', async ({ page }) => {
  await signIn(page, 'ispettore')
  const { shortcuts } = await (await page.request.get('/manifest.webmanifest')).json()
  expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Nuova verifica', 'Invii'])
  await page.goto(shortcuts[0].url)
  await expect(page.getByRole('dialog', { name: 'Nuova verifica' })).toBeVisible()
  await page.goto(shortcuts[1].url)
  await expect(page.getByRole('heading', { name: 'Invii', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Spazio libero su questo dispositivo: [\d.,]+ [kMG]B\.$/)).toBeVisible()
})

for (const granted of [true, false])
  test(`who keeps something here is asked, with the reason, to have it kept, and reads the answer: ${granted ? 'yes' : 'no'}`, async ({
    page,
  }) => {
    await page.addInitScript((granted) => {
      navigator.storage.persisted = async () => !!localStorage.getItem('test-persisted')
      navigator.storage.persist = async () => {
        if (granted) localStorage.setItem('test-persisted', '1')
        return granted
      }
    }, granted)
    await signIn(page, 'ispettore')
    await page.goto('/verifiche')
    await expect(page.getByText(/^Se manca spazio, il browser può eliminare il lavoro/)).toBeVisible()
    await page.getByRole('button', { name: 'Proteggi i dati' }).click()
    await expect(page.getByText(granted ? /^Fatto: il browser non elimina/ : /^Il browser non lo consente ancora/)).toBeVisible()
    await page.getByRole('button', { name: 'Ho capito' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Nuova verifica' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proteggi i dati' })).toHaveCount(0)
  })

test('the app is offered for installation, by the browser or in words on an iPhone, until the person says no', async ({
  page,
  browser,
}) => {
  await signIn(page, 'contabilita')
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => Object.assign(window, { offered: true }) })
    dispatchEvent(offer)
  })
  await page.getByRole('button', { name: 'Installa l’app' }).click()
  expect(await page.evaluate(() => (window as unknown as { offered?: boolean }).offered)).toBe(true)
  await expect(page.getByRole('button', { name: 'Installa l’app' })).toHaveCount(0)

  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const iphone = await phone.newPage()
  await signIn(iphone, 'contabilita')
  await expect(iphone.getByText('tocca Condividi, poi "Aggiungi alla schermata Home"')).toBeVisible()
  await iphone.getByRole('button', { name: 'Non ora' }).click()
  await iphone.reload()
  await expect(iphone.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(iphone.getByText('tocca Condividi')).toHaveCount(0)
  await phone.close()
})

for (const [saveData, prefetched] of [
  [false, true],
  [true, false],
] as const)
  test(`the pages that links lead to are ${prefetched ? '' : 'not '}prefetched when the browser is idle${saveData ? ', where data are dear' : ''}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.addInitScript(
      (saveData) => Object.defineProperty(navigator, 'connection', { value: { saveData, effectiveType: '4g' } }),
      saveData,
    )
    await signIn(page, 'contabilita')
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Banche' }).first()).toBeVisible()
    const code = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /assets\/banks\.page/.test(name)))
    if (prefetched) await expect.poll(code).toBe(true)
    else {
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 3_000))))
      expect(await code()).toBe(false)
    }
    await context.close()
  })
