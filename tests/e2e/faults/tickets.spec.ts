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
