import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { expect, test } from './field.ts'
import { held } from './oracle.ts'

test.use({ person: 'admin' })

/** The numbers of the tickets that this device can show without a network. */
const keptTickets = (page: Page) =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name!).find((one) => one.startsWith('piazzale-field-tickets-'))
    if (!name) return []
    return new Promise<string[]>((resolve, reject) => {
      const opened = indexedDB.open(name)
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const all = opened.result.transaction('tickets').objectStore('tickets').getAllKeys()
        all.onsuccess = () => {
          opened.result.close()
          resolve(all.result as string[])
        }
      }
    })
  })

test('without a network two comments with photos, the browser is killed: exactly two arrive, in order, photos whole', async ({ field }) => {
  test.slow()
  const { home, proxy, device } = field
  const cookies = await device.context.cookies()
  const api = await apiAs(home, 'admin')
  const [category] = (await api.get('/support/ticket/info')).categories.filter(
    (one: { requires_station: boolean }) => !one.requires_station,
  )
  const { id_year, id_number } = await api.post('/support/ticket', {
    ...{ category_id: category.id, subject: 'Pompa 3 ferma', description: 'Non eroga da stamattina.' },
  })
  const at = `/support/ticket/${id_year}/${id_number}`
  let page = device.page
  const conversation = () => page.getByRole('list', { name: 'Conversazione' })
  const said = (text: string) => conversation().getByRole('article').filter({ hasText: text })
  const box = () => page.getByRole('textbox', { name: 'Risposta' })
  const send = async (text: string, shade: number) => {
    await box().fill(text)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Allega', exact: true }).click()
    await (await chooser).setFiles(asFile(`foto-${shade}.jpg`, await photo(shade)))
    await expect(page.getByRole('list', { name: 'Allegati' }).getByRole('listitem')).toHaveCount(1)
    // Twice in a hurry is once.
    await page.getByRole('button', { name: 'Invia', exact: true }).dblclick({ delay: 0 })
    await expect(said(text).getByText('In attesa di invio')).toBeVisible()
    await expect(box()).toHaveValue('')
  }
  await page.goto(`${home}/tickets/${id_year}/${id_number}`)
  await expect(box()).toBeVisible()
  await expect.poll(() => keptTickets(page)).toContain(`${id_year}/${id_number}`)
  await proxy.down()
  await send('Sto arrivando', 60)
  await send('Manca il ricambio', 90)
  const hashes = (await held(page, 'photos')).map(({ hash }) => hash)
  // Being written, and not sent: neither kill nor network makes a comment of it.
  await box().fill('Torno domani')
  await expect
    .poll(async () => (await held(page, 'drafts')).map(({ data }) => (data as { message?: string }).message))
    .toContain('Torno domani')

  page = await field.revive(cookies)
  await page.goto(`${home}/tickets/${id_year}/${id_number}`)
  // The ticket is in the copy that this device keeps of it.
  for (const text of ['Sto arrivando', 'Manca il ricambio']) await expect(said(text).getByText('In attesa di invio')).toBeVisible()
  await expect(box()).toHaveValue('Torno domani')
  await proxy.up()
  const comments = async () => (await api.get(at)).comments as { message: string; attachments: { uid: string; fileName: string }[] }[]
  await expect
    .poll(async () => (await comments()).map(({ message }) => message), { timeout: 90_000 })
    .toEqual(['Sto arrivando', 'Manca il ricambio'])
  const sent = await Promise.all(
    (await comments())
      .flatMap(({ attachments }) => attachments)
      .map(({ uid, fileName }) => api.bytes(`/support/ticket/download/${uid}/${encodeURIComponent(fileName)}`)),
  )
  expect(sent.map((bytes) => createHash('sha256').update(bytes).digest('hex')).sort()).toEqual(hashes.sort())
  await expect(page.getByText('In attesa di invio')).toHaveCount(0, { timeout: 30_000 })
  await expect(said('Manca il ricambio')).toHaveCount(1)
})

test('without a network a ticket is opened with a photo and commented on, the browser is killed: one arrives, with both', async ({
  field,
}) => {
  test.slow()
  const { home, proxy, device } = field
  const cookies = await device.context.cookies()
  const api = await apiAs(home, 'admin')
  const mine = async () =>
    ((await api.get('/support/ticket?search=Colonnina')).data as { id_year: number; id_number: number; subject: string }[]).filter(
      ({ subject }) => subject === 'Colonnina spenta',
    )
  let page = device.page
  await page.goto(`${home}/tickets/nuovo`)
  await expect(page).toHaveURL(/bozza=/)
  // The categories are on the device once the form was open with a network.
  await page.getByRole('combobox', { name: /^Categoria/ }).click()
  await page.getByRole('option').first().click()
  await proxy.down()
  await page.getByRole('textbox', { name: /^Oggetto/ }).fill('Colonnina spenta')
  await page.getByRole('textbox', { name: /^Descrizione/ }).fill('La colonnina 2 non si accende.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Allega', exact: true }).click()
  await (await chooser).setFiles(asFile('colonnina.jpg', await photo(70)))
  await expect(page.getByRole('list', { name: 'Allegati' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Bozza salvata sul dispositivo')).toBeVisible()
  const address = page.url()
  const hashes = (await held(page, 'photos')).map(({ hash }) => hash)

  // Killed while it is a draft: text and photo are there.
  page = await field.revive(cookies)
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: /^Oggetto/ })).toHaveValue('Colonnina spenta')
  await expect(page.getByRole('list', { name: 'Allegati' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Apri ticket' }).dblclick({ delay: 0 })
  await expect(page.getByText('In attesa di invio').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Risposta' }).fill('Anche la 3')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Anche la 3' })).toBeVisible()

  // Killed while it waits.
  page = await field.revive(cookies)
  await page.goto(`${home}/tickets`)
  await page.getByRole('link', { name: 'Colonnina spenta' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Anche la 3' })).toBeVisible()
  await proxy.up()
  await expect(page).toHaveURL(/tickets\/20\d\d\/\d+/, { timeout: 90_000 })
  await expect.poll(async () => (await mine()).map(({ subject }) => subject)).toEqual(['Colonnina spenta'])
  const { id_year, id_number } = (await mine())[0]!
  const whole = async () => api.get(`/support/ticket/${id_year}/${id_number}`)
  await expect.poll(async () => (await whole()).comments.map(({ message }: { message: string }) => message)).toEqual(['Anche la 3'])
  const { attachments } = (await whole()) as { attachments: { uid: string; fileName: string }[] }
  const sent = await Promise.all(
    attachments.map(({ uid, fileName }) => api.bytes(`/support/ticket/download/${uid}/${encodeURIComponent(fileName)}`)),
  )
  expect(sent.map((bytes) => createHash('sha256').update(bytes).digest('hex'))).toEqual(hashes)
})
