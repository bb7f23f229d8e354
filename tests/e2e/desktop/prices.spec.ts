import { PGlite } from '@electric-sql/pglite'
import type { Page } from '@playwright/test'
import { database } from '../../server-process.ts'
import { copyOfData, startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'

/** Three stations in the order of their codes that sell one fuel self and served, at 1,789 and 1,949. */
async function three(folder: string) {
  const client = await PGlite.create(database(folder))
  await client.exec(`
    insert into stations (code, name, address, cap, city, province, search_text)
      select 'ZP' || n, 'Griglia ' || n, 'Via Prova 1', '43036', 'Fidenza', 'PR', 'griglia' from generate_series(1, 3) n;
    insert into station_fuels (station_id, fuel_id) select s.id, 1 from stations s where s.code like 'ZP%';
    insert into prices (station_id, fuel_id, mode, price, valid_from)
      select s.id, 1, m.mode, m.price, now() - interval '2 days' from stations s, (values ('self', 1.789), ('serve', 1.949)) m(mode, price) where s.code like 'ZP%';`)
  await client.close()
}
const stored = async (folder: string) => {
  const client = await PGlite.create(database(folder))
  const { rows } = await client.query<{ told: string }>(`
    select s.code || ' ' || p.mode || ' ' || p.price as told from prices p join stations s on s.id = p.station_id
    where s.code like 'ZP%' and p.created_by is not null order by p.id`)
  await client.close()
  return rows.map(({ told }) => told)
}
const paste = (page: Page, text: string) =>
  page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text/plain', block)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test('by keyboard alone: a block of 3×2 is pasted, corrected, kept over a reload, asked about and published, a call a station in order', async ({
  page,
}) => {
  test.slow()
  const folder = copyOfData()
  await three(folder)
  const server = await startServer({ dataDir: folder })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'admin')
  await page.goto(`${server.origin}/prezzi?search=griglia&sort=code`)
  const cell = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}:`) })
  await page.getByText('ZP1 Griglia 1').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await paste(page, '1,799\t€ 1,959\r\n1.809\tboh\r\n\t1,969\r\n1,8\t')
  await expect(cell('Benzina self, ZP1')).toHaveAccessibleName('Benzina self, ZP1: 1,799, +0,010')
  await expect(cell('Benzina serv., ZP2')).toHaveAccessibleName('Benzina serv., ZP2: boh, Non è un prezzo.')
  await expect(page.getByText('1,8 non è stato inserito: l’elenco in questa pagina è finito.')).toBeVisible()
  const bar = page.getByRole('group', { name: 'Prezzi da pubblicare' })
  await expect(bar).toContainText('4 prezzi da pubblicare in 3 punti vendita · 1 da correggere')

  // To the bad one: typing replaces, Esc takes back, Enter keeps.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('9')
  await expect(page.getByLabel('Benzina serv., ZP2')).toHaveValue('0,009')
  await page.keyboard.press('Escape')
  await expect(cell('Benzina serv., ZP2')).toHaveAccessibleName('Benzina serv., ZP2: boh, Non è un prezzo.')
  await page.keyboard.type('2,959')
  await page.keyboard.press('Enter')
  await expect(cell('Benzina serv., ZP2')).toHaveAccessibleName(
    'Benzina serv., ZP2: 2,959, +1,010, Variazione superiore al 15%: confermare il prezzo.',
  )
  await page.keyboard.press('Control+z')
  await expect(cell('Benzina serv., ZP2')).toHaveAccessibleName('Benzina serv., ZP2: boh, Non è un prezzo.')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Benzina serv., ZP2')).toHaveValue('boh')
  await page.keyboard.type('2,959')
  await page.keyboard.press('Tab')
  await expect(bar).toContainText('5 prezzi da pubblicare in 3 punti vendita')

  await page.reload()
  await expect(bar).toContainText('5 prezzi da pubblicare in 3 punti vendita')
  await bar.getByRole('button', { name: 'Pubblica prezzi' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Prezzi da pubblicare' })
  await expect(asked.getByRole('row')).toHaveCount(6)
  await expect(asked.getByRole('row').nth(1)).toContainText('2,959 (+1,010)')
  await expect(asked.getByRole('button', { name: 'Pubblica 5 prezzi' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Pubblicazione' })).toContainText('Pubblicati i prezzi di 3 punti vendita.')
  await expect(bar).toHaveCount(0)
  await expect(cell('Benzina serv., ZP3')).toHaveAccessibleName('Benzina serv., ZP3: 1,969')
  await server.stop()
  expect(await stored(folder)).toEqual(['ZP1 self 1.799', 'ZP1 serve 1.959', 'ZP2 self 1.809', 'ZP2 serve 2.959', 'ZP3 serve 1.969'])
})

test('without a network what is typed stays, and is said; a lost answer is asked for again, and nothing is there twice', async ({
  page,
  context,
}) => {
  test.slow()
  const folder = copyOfData()
  await three(folder)
  const server = await startServer({ dataDir: folder })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'admin')
  await page.goto(`${server.origin}/prezzi?search=griglia&sort=code`)
  await page.getByRole('button', { name: /^Benzina self, ZP1:/ }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1,799')
  await page.keyboard.press('Enter')
  const publish = page.getByRole('button', { name: 'Pubblica prezzi' })
  await expect(publish).toBeEnabled()
  await context.setOffline(true)
  await expect(publish).toBeDisabled()
  await expect(page.getByText('Per pubblicare serve la rete')).toBeVisible()
  await context.setOffline(false)
  await expect(publish).toBeEnabled()

  // The server does it, and its answer never arrives.
  await page.route(
    '**/api/v1/prices',
    async (route) => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    },
    { times: 1 },
  )
  await publish.click()
  await page.getByRole('button', { name: 'Pubblica un prezzo' }).click()
  const sending = page.getByRole('group', { name: 'Pubblicazione' })
  await expect(sending).toContainText('ZP1 Griglia 1: Connessione non disponibile.')
  await page.reload()
  await sending.getByRole('button', { name: 'Riprova un punto vendita' }).click()
  await expect(sending).toContainText('Pubblicati i prezzi di un punto vendita.')
  await server.stop()
  expect(await stored(folder)).toEqual(['ZP1 self 1.799'])
})

test('two tabs have one draft: published in both at once, and finished by the one that is left, it is there once; an open box keeps what is typed', async ({
  page,
  context,
}) => {
  test.slow()
  const folder = copyOfData()
  await three(folder)
  const server = await startServer({ dataDir: folder })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'admin')
  const address = `${server.origin}/prezzi?search=griglia&sort=code`
  await page.goto(address)
  const other = await context.newPage()
  await other.goto(address)
  const type = async (of: Page, label: string, text: string) => {
    await of.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
    await of.keyboard.press('Control+a')
    await of.keyboard.type(text)
  }
  const bar = (of: Page) => of.getByRole('group', { name: 'Prezzi da pubblicare' })
  const sending = (of: Page) => of.getByRole('group', { name: 'Pubblicazione' })
  await type(page, 'Benzina self, ZP1', '1,799')
  // As cards, and as a table again: its box is another one.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: size.height })
  await expect(page.getByLabel('Benzina self, ZP1')).toHaveCount(0)
  await page.setViewportSize(size)
  await expect(page.getByLabel('Benzina self, ZP1')).toHaveValue('1,799')
  await page.keyboard.press('Enter')
  await expect(bar(other)).toContainText('Un prezzo da pubblicare')

  // Neither knows of the other's press.
  const both = [page, other].map((of) => of.getByRole('button', { name: 'Pubblica prezzi' }))
  await Promise.all(both.map((button) => button.click()))
  const confirms = [page, other].map((of) => of.getByRole('button', { name: 'Pubblica un prezzo' }))
  for (const confirm of confirms) await expect(confirm).toBeVisible()
  await Promise.all(confirms.map((button) => button.dispatchEvent('click')))
  for (const of of [page, other]) {
    await expect(sending(of)).toContainText('Pubblicati i prezzi di un punto vendita.')
    await expect(bar(of)).toHaveCount(0)
  }

  // One is gone while its publication is on its way.
  await type(other, 'Benzina self, ZP2', '1,809')
  await other.keyboard.press('Enter')
  await other.route('**/api/v1/prices', async (route) => {
    await route.fetch()
    await other.close()
  })
  await other.getByRole('button', { name: 'Pubblica prezzi' }).click()
  await other.getByRole('button', { name: 'Pubblica un prezzo' }).click()
  await expect(sending(page)).toContainText('La pubblicazione si è interrotta.')
  await sending(page).getByRole('button', { name: 'Riprendi' }).click()
  await expect(sending(page)).toContainText('Pubblicati i prezzi di un punto vendita.')
  await server.stop()
  expect(await stored(folder)).toEqual(['ZP1 self 1.799', 'ZP2 self 1.809'])
})
