import { PGlite } from '@electric-sql/pglite'
import { database } from '../../server-process.ts'
import { copyOfData, startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { prepared } from '../support/verifica.ts'

/** More stations than a phone keeps of the directory; the first by name are open day and night, or never. */
async function many(folder: string) {
  const client = await PGlite.create(database(folder))
  await client.query(`
    insert into stations (code, name, address, cap, city, province, search_text)
    select 'INV-' || n, 'Distributore ' || n, 'Via Emilia ' || n, '43036', 'Fidenza', 'PR', 'distributore' from generate_series(1, 120) as n`)
  await client.query(`
    with made as (
      insert into stations (code, name, address, cap, city, province, latitude, longitude, search_text) values
        ('AA1', 'Aaa Sempre', 'Via Uno 1', '43036', 'Castel Aperto', 'PR', 44.8, 10.3, 'aaa sempre'),
        ('AA2', 'Aaa Mai', 'Via Due 2', '43036', 'Castel Chiuso', 'PR', null, null, 'aaa mai'),
        ('ZZ0815', 'Zzz Ultima', 'Via Tre 3', '27020', 'Zerbolò', 'PV', 45.2, 9.01, 'zzz ultima')
      returning id, code),
    calls as (insert into station_phones (station_id, number, type) select id, '+39052455500' || length(code), 'fisso' from made)
    insert into openings (station_id, weekday, h24, closed)
    select id, day, code <> 'AA2', code = 'AA2' from made, generate_series(1, 7) as day`)
  await client.close()
}

test('the directory without a network: found by town and code, called, reached, open or closed; what is not kept is said', async ({
  page,
}) => {
  test.slow()
  const folder = copyOfData()
  await many(folder)
  const server = await startServer({ dataDir: folder })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'ispettore')
  await prepared(page, server.origin)
  await page.goto(`${server.origin}/stazioni/info`)
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(card('AA1 Aaa Sempre')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.stop()

  await page.reload()
  const box = page.getByRole('searchbox')
  for (const words of ['castel aperto', 'AA1']) {
    await box.fill(words)
    await box.press('Enter')
    await expect(card('AA1 Aaa Sempre')).toBeVisible()
    await expect(card('AA2 Aaa Mai')).toHaveCount(0)
  }
  const open = card('AA1 Aaa Sempre')
  await expect(open.getByText('Aperto ora')).toBeVisible()
  await expect(open.getByRole('link', { name: /^Chiama / })).toHaveAttribute('href', 'tel:+390524555003')
  await expect(open.getByRole('link', { name: /^Indicazioni: / })).toHaveAttribute('href', /destination=44\.8,10\.3$/)
  await box.fill('castel chiuso')
  await box.press('Enter')
  await expect(card('AA2 Aaa Mai').getByText('Chiuso', { exact: true })).toBeVisible()

  for (const words of ['zerbolo', 'zz0815']) {
    await box.fill(words)
    await box.press('Enter')
    // Beyond the first page of the list: its hours came with the prepared inspections.
    await expect(card('ZZ0815 Zzz Ultima').getByText('Aperto ora')).toBeVisible()
  }
  await expect(page.getByText(/^Punti vendita su questo dispositivo: \d+ su \d+\.$/)).toBeVisible()
  await box.fill('introvabile')
  await box.press('Enter')
  await expect(page.getByText('Nessun punto vendita trovato tra quelli su questo dispositivo.')).toBeVisible()
})
