import fs from 'node:fs'
import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'

test('without a server two notes are written on a station and the first is changed: after a reload they wait, and arrive as two, in order, with their photo', async ({
  page,
}) => {
  test.slow()
  const server = await startServer()
  const home = server.origin
  await page.goto(`${home}/login`)
  await signIn(page, 'ispettore')
  const station = (await (await apiAs(home, 'ispettore')).get('/stations')).data[0]
  await page.goto(`${home}/stazioni/${station.id}?scheda=appunti`)
  await expect(page.getByText('Nessun appunto.')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.stop()

  const card = (text: string) => page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })
  const text = page.getByRole('textbox', { name: /^Testo/ })
  const save = async (words: string) => {
    await text.fill(words)
    await page.getByRole('button', { name: 'Salva' }).click()
    await expect(card(words).getByText('In attesa di invio')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Nuovo appunto' }).click()
  await page.locator('input[type=file][multiple]').setInputFiles(asFile('pompa.jpg', await photo()))
  await expect(page.getByText('1 di 10')).toBeVisible()
  await save('Pompa 3 perde')
  await page.getByRole('button', { name: 'Nuovo appunto' }).click()
  await save('Manca un estintore')
  await card('Pompa 3 perde').getByRole('button', { name: 'Modifica' }).click()
  await expect(text).toHaveValue('Pompa 3 perde')
  await save('Pompa 3 perde molto')

  // Unsaved text is still there after a reload, and only on this device.
  await page.getByRole('button', { name: 'Nuovo appunto' }).click()
  await text.fill('Da finire')
  await page.reload()
  await expect(text).toHaveValue('Da finire')
  for (const words of ['Pompa 3 perde molto', 'Manca un estintore']) await expect(card(words).getByText('In attesa di invio')).toBeVisible()
  await expect(card('Pompa 3 perde molto').getByRole('button', { name: 'Apri Foto, foto 1' })).toBeVisible()

  const again = await startServer({ dataDir: server.dataDir, port: server.port })
  const api = await apiAs(home, 'admin')
  const stored = () => api.get(`/stations/${station.id}/notes`)
  await expect
    .poll(async () => ((await stored()) as { text: string }[]).map((note) => note.text), { timeout: 90_000 })
    .toEqual(['Manca un estintore', 'Pompa 3 perde molto'])
  const [, first] = await stored()
  expect(first.photos).toHaveLength(1)
  expect((await api.bytes(`/station/notes/files/${first.photos[0]}`)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  await page.reload()
  await expect(card('Pompa 3 perde molto')).toBeVisible()
  await expect(page.getByText('In attesa di invio')).toHaveCount(0)
  await expect(text).toHaveValue('Da finire')
  await again.stop()
  fs.rmSync(server.dataDir, { recursive: true, force: true })
})
