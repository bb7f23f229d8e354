import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { database } from '../../server-process.ts'
import { copyOfData, startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { begin, saved, tap } from '../support/verifica.ts'

/** Points of sale of the whole country (MIMIT, 2025). */
const ALL = 23_973
/** Fills the network up to `ALL` with made-up stations, and one whose name, town and code nobody else has. */
async function wholeCountry(folder: string) {
  const client = await PGlite.create(database(folder))
  await client.query(`
    insert into stations (code, name, address, cap, city, province, latitude, longitude)
    select 'INV-' || n, (array['Area di servizio', 'Stazione', 'Distributore', 'Punto vendita'])[1 + n % 4] || ' ' || (n % 997),
           'Strada Statale ' || (n % 700) || ' km ' || (n % 90), lpad((n % 90000)::text, 5, '0'), 'Castel' || (n % 6000), 'PR', 44.8, 10.3
    from generate_series(1, ${ALL} - 1 - (select count(*)::int from stations where deleted_at is null)) as n`)
  await client.query(`
    insert into stations (code, name, address, cap, city, province)
    values ('LV0815', 'Lanterna Verdé', 'Via dell''Ago 1', '99999', 'Sant''Agata di Pagliaio', 'PR')`)
  await client.close()
}

test('without a network one station among 23,973 is found by name, town and code while typing, and inspected', async ({ page }) => {
  test.slow()
  const folder = copyOfData()
  await wholeCountry(folder)
  const server = await startServer({ dataDir: folder })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'ispettore')
  await page.goto(`${server.origin}/verifiche`)
  await expect(page.getByText(`${ALL.toLocaleString('it-IT')} punti vendita`)).toBeVisible({ timeout: 120_000 })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.stop()

  await page.goto(`${server.origin}/verifiche?nuova=avvia`)
  await page.getByRole('dialog').getByRole('button', { name: 'Controllo breve' }).click()
  const box = page.getByRole('textbox', { name: 'Punto vendita' })
  for (const words of ['lanterna verde', 'santagata pagl', 'LV0815', '0815 verde sant agata']) {
    await box.clear()
    await box.pressSequentially(words)
    await expect(page.getByText('1 risultato', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^LV0815 Lanterna Verdé/ })).toBeVisible()
  }
  await box.fill('castel')
  await expect(page.getByText('50 o più risultati')).toBeVisible()
  await box.fill('introvabile')
  await expect(page.getByText('Nessun punto vendita trovato.')).toBeVisible()

  // A device that was prepared before there was an index makes it when it searches.
  await page.goto(`${server.origin}/verifiche`)
  await page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('piazzale-field-'))!.name!
    await new Promise((done) => {
      indexedDB.open(name).onsuccess = ({ target }) => {
        const { result } = target as IDBOpenDBRequest
        result.transaction('facts', 'readwrite').objectStore('facts').delete('index-2').onsuccess = done
        result.close()
      }
    })
  })
  await begin(page, 'LV0815')
  await tap(page, 'Il piazzale è pulito?', 'Sì')
  await expect(page.getByRole('textbox', { name: 'Quanti estintori ci sono?' })).toBeVisible()
  await saved(page)
  await page.reload()
  await expect(page.getByText('LV0815 Lanterna Verdé')).toBeVisible()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expect(page.getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
  fs.rmSync(folder, { recursive: true, force: true })
})
