import { expect, screenTest as test } from '../support/test.ts'

test('the map is drawn without asking anybody outside; a point pressed on it is marked in the list, and is still when one comes back', async ({
  page,
  signIn,
  baseURL,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url())) outside.push(request.url())
  })
  await signIn('admin')
  await page.goto('/stazioni?search=PV001')
  await page.getByText('Mappa', { exact: true }).click()
  const station = page.getByRole('row', { name: /PV001/ })
  await expect(station).not.toHaveAttribute('aria-current')
  // A single station is drawn in the middle of the map.
  const map = page.getByRole('application', { name: 'Mappa dei punti vendita' })
  const middle = () =>
    map.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return [...canvas.getContext('2d')!.getImageData(width / 2 - 2, height / 2 - 2, 1, 1).data].join()
    })
  await expect.poll(middle).toBe('11,85,99,255')
  await map.click()
  await expect(station).toHaveAttribute('aria-current', 'true')
  await expect(map.getByText(/^PV001 /), 'its name once: the one under the pointer has gone').toHaveCount(1)
  await expect(page).toHaveURL(/scelta=\d+/)
  await page
    .getByRole('region', { name: 'Punto vendita scelto' })
    .getByRole('link', { name: /^PV001 / })
    .click()
  await expect(page).toHaveURL(/\/stazioni\/\d+$/)
  await page.goBack()
  await expect(station).toHaveAttribute('aria-current', 'true')
  expect(outside).toEqual([])
})
