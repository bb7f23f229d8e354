import { openedDump } from '../support/dump.ts'
import { expect, signIn, test } from '../support/test.ts'

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

test('what a manager needs stands after a reload without a network, with its age; a page that is not here says what is', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await signIn(page, 'gestore')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await page.goto('/dashboard')
  const row = page.getByRole('region', { name: 'Lavoro senza rete' })
  await expect(row).toContainText('Pronto per lavorare offline')
  // What is shown is written down within a second or so.
  await expect.poll(async () => (await openedDump(page)).localStorage).toContain('dashboard.station')
  const place = page.getByRole('region', { name: /^PV001 / })
  await expect(place.getByText(/^Cisterna /).first()).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(row).toContainText(/dati di .+ fa \(\d\d\/\d\d\/\d{4} \d\d:\d\d\)/)
  for (const part of ['Prezzi', 'Cisterne']) await expect(place.getByRole('region', { name: part })).toBeVisible()
  for (const list of ['I miei ticket', 'I miei obblighi', 'Scadenze dei miei punti vendita', 'Ultime verifiche'])
    await expect(page.getByRole('region', { name: list })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  const failed = page.getByText(/dato non disponibile|Errore nel caricamento|Connessione non disponibile/)
  await expect(failed).toHaveCount(0)

  await page.goto('/stazioni/1?scheda=contatti')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PV001')
  await expect(page.getByRole('heading', { name: 'Orari dettagliati' })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await page.goto('/documenti')
  await page.getByRole('button', { name: 'Che cosa posso aprire' }).tap()
  await page
    .getByRole('navigation', { name: 'Pagine su questo dispositivo' })
    .getByRole('link', { name: /^PV001 / })
    .tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PV001')
  await expect(failed).toHaveCount(0)

  // A later visit has what the first had, although its renewal has failed since.
  for (const visit of ['the third', 'the fourth']) {
    await page.goto('/dashboard')
    await expect(row, visit).toContainText(/^Pronto per lavorare offline · dati di .+ fa/)
    await expect(place.getByRole('region', { name: 'Prezzi' }), visit).toBeVisible()
    await expect(page.getByRole('region', { name: 'I miei obblighi' }), visit).toBeVisible()
    await expect(failed, visit).toHaveCount(0)
  }
  await page.goto('/tickets/nuovo')
  for (const [name, option] of [
    ['Punto vendita', /^PV001 /],
    ['Categoria', /./],
  ] as const) {
    await page.getByRole('combobox', { name }).tap()
    await page.getByRole('option', { name: option }).first().tap()
  }
  await page.goto('/intracommerce/ordine')
  await page.getByRole('combobox', { name: 'Punto vendita' }).tap()
  await page.getByRole('option', { name: /^PV001 / }).tap()
  await expect(page.getByRole('button', { name: /^Aggiungi/ }).first()).toBeVisible()
})
