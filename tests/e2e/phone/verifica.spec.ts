import fs from 'node:fs'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { apiAs } from '../support/api.ts'
import { photo } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'
import { answerAll, begin, close, prepared } from '../support/verifica.ts'

test('a verifica from its start to its PDF', async ({ page, signIn, baseURL }) => {
  await signIn('ispettore')
  await prepared(page)
  const uuid = await begin(page, 'PV')
  await answerAll(page, await photo())
  await expect(page.getByText('1 non conformità')).toBeVisible()
  await close(page)

  await expect(page).toHaveURL(/\/verifiche(\?|$)/)
  const api = await apiAs(baseURL!, 'ispettore')
  await expect.poll(async () => (await api.get(`/inspection/${uuid}`)).status, { timeout: 30_000 }).toBe('completed')
  const verifica = await api.get(`/inspection/${uuid}`)
  expect(verifica.answers).toMatchObject({
    q_pulito: { v: 'si' },
    q_estintori: { v: 3 },
    q_cartelli: { v: 'usurato' },
    q_versamenti: { v: 'no', note: 'Gasolio nel pozzetto 2' },
    q_osservazioni: { v: 'Nulla da aggiungere' },
  })
  expect(verifica.signatures).toMatchObject({ inspector: { name: 'Ivan Ispettore' }, manager: { name: 'Gina Gestore' } })

  await page.goto(`/verifiche/${verifica.id_year}-${verifica.id_number}`)
  await expect(page.getByText('Gasolio nel pozzetto 2').first()).toBeVisible()
  await expect(page.getByText('3 pz')).toBeVisible()
  const thumbnail = page.getByRole('button', { name: 'Apri Foto del piazzale, foto 1' }).locator('img')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`verifica_${verifica.id_year}_${verifica.id_number}.pdf`)
  const pdf = fs.readFileSync(await download.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText('Export effettuato.')).toBeVisible()
  test.info().annotations.push({
    type: 'pdf',
    description: hasPdfToText ? 'words read with pdftotext' : 'pdftotext is missing: only the file is checked',
  })
  if (!hasPdfToText) return
  const text = words(pdf)
  for (const said of [
    'Controllo breve',
    'Il pozzetto è libero da versamenti?',
    'Gasolio nel pozzetto 2',
    'Gina Gestore',
    'Ivan Ispettore',
    'Usurato',
  ])
    expect(text).toContain(said)
})
