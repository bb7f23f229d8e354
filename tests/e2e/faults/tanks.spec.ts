import { createHash } from 'node:crypto'
import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { expect, test } from './field.ts'

test.use({ person: 'admin' })

test('without a network two interventions on a tank with photos and a change of the first, the browser is killed: exactly two arrive, in order, photos whole', async ({
  field,
}) => {
  test.slow()
  const { home, proxy, device } = field
  const cookies = await device.context.cookies()
  const api = await apiAs(home, 'admin')
  const station = (await api.get('/stations')).data[0]
  const [tank] = (await api.get(`/station/tanks/${station.id}`)) as { id: number; number: string }[]
  const before = ((await api.get(`/stations/${station.id}/tanks/maintenances`)) as { id: number }[]).map(({ id }) => id)
  let page = device.page
  const open = async () => {
    await page.goto(`${home}/stazioni/cisterne/${station.id}`)
    await expect(card().getByRole('button', { name: 'Nuovo intervento' })).toBeVisible()
  }
  const card = () => page.getByRole('region', { name: `Cisterna ${tank!.number}`, exact: true })
  const saved = (company: string) => page.getByRole('article').filter({ has: page.getByText(new RegExp(company)) })
  const save = async (company: string) => {
    await card()
      .getByRole('textbox', { name: /^Ditta/ })
      .fill(company)
    // Twice in a hurry is once.
    await card().getByRole('button', { name: 'Salva' }).dblclick({ delay: 0 })
    await expect(saved(company).getByText('In attesa di invio')).toBeVisible()
  }
  const begin = async (type: string) => {
    await card().getByRole('button', { name: 'Nuovo intervento' }).click()
    await card().getByRole('combobox', { name: /^Tipo/ }).selectOption({ label: type })
    await card()
      .locator('input[type=file][multiple]')
      .setInputFiles(asFile(`${type}.jpg`, await photo()))
    await expect(card().getByText('1 di 10')).toBeVisible()
  }
  await open()
  await proxy.down()
  await begin('Pulizia fondi')
  await save('Prima Ditta')
  await begin('Prova di tenuta')
  await save('Seconda Ditta')
  await saved('Prima Ditta').getByRole('button', { name: 'Modifica' }).click()
  await save('Ditta Corretta')

  page = await field.revive(cookies)
  await page.goto(`${home}/stazioni/cisterne/${station.id}`)
  for (const company of ['Ditta Corretta', 'Seconda Ditta']) await expect(saved(company).getByText('In attesa di invio')).toBeVisible()
  await proxy.up()
  const rows = async () =>
    ((await api.get(`/stations/${station.id}/tanks/maintenances`)) as { id: number; company: string; tank_id: number; photos: string[] }[])
      .filter(({ id }) => !before.includes(id))
      .sort((a, b) => a.id - b.id)
  await expect
    .poll(async () => (await rows()).map(({ company }) => company), { timeout: 90_000 })
    .toEqual(['Ditta Corretta', 'Seconda Ditta'])
  const hashes = await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name!).find((one) => one.startsWith('piazzale-outbox-'))!
    return new Promise<string[]>((resolve, reject) => {
      const opened = indexedDB.open(name)
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const all = opened.result.transaction('photos').objectStore('photos').getAll()
        all.onsuccess = () => resolve((all.result as { hash: string }[]).map(({ hash }) => hash))
      }
    })
  })
  const arrived = await rows()
  expect(arrived.map(({ tank_id }) => tank_id)).toEqual([tank!.id, tank!.id])
  const sent = await Promise.all(
    arrived.flatMap(({ photos }) => photos).map((uuid) => api.bytes(`/station/tanks/maintenances/files/${uuid}`)),
  )
  const found = sent.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(found).toHaveLength(2)
  for (const hash of found) expect(hashes).toContain(hash)
  await expect(page.getByText('In attesa di invio')).toHaveCount(0, { timeout: 30_000 })
})

test('killed right after "Prepara per offline", without a network: the tanks are there, with their age, and an intervention is written', async ({
  field,
}) => {
  test.slow()
  const { home, proxy, device } = field
  const cookies = await device.context.cookies()
  const station = (await (await apiAs(home, 'admin')).get('/stations')).data[0]
  await device.page.goto(`${home}/stazioni/cisterne`)
  await device.page.getByRole('button', { name: 'Prepara per offline' }).click()
  await expect(device.page.getByText(/pronte per lavorare offline/)).toBeVisible()
  await proxy.down()
  const page = await field.revive(cookies)
  await page.goto(`${home}/stazioni/cisterne`)
  await page
    .getByRole('region', { name: 'Pronte su questo dispositivo' })
    .getByRole('link', { name: new RegExp(`^${station.code} `) })
    .click()
  await expect(page.getByText(/^Non in linea: quello che vedi è del /)).toBeVisible()
  await page.getByRole('button', { name: 'Nuovo intervento' }).first().click()
  await page.getByRole('combobox', { name: /^Tipo/ }).selectOption({ label: 'Pulizia fondi' })
  await page.getByRole('textbox', { name: /^Ditta/ }).fill('Dopo il riavvio')
  await page.getByRole('button', { name: 'Salva' }).click()
  const waits = page.getByText('In attesa di invio', { exact: true })
  await expect(waits).toBeVisible()
  await proxy.up()
  await expect(waits).toHaveCount(0, { timeout: 60_000 })
})
