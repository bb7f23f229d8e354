import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../server/db/seed/people/accounts.ts'
import { apiAs } from '../support/api.ts'
import { openedDump } from '../support/dump.ts'
import { startServer } from '../support/server.ts'
import { expect, fillSignIn, leave, signIn, signOut, test } from '../support/test.ts'
import { begin, card, prepared, tap } from '../support/verifica.ts'

const INSPECTOR = 'Ivan Ispettore'
/** The dialog that asks; resolves with its text. */
const asked = (page: Page) => page.getByRole('dialog', { name: 'Uscire?' })

test('without a network somebody goes out and comes back in with the password, to their own work alone; what waits goes after a real sign-in', async ({
  page,
}) => {
  test.slow()
  const server = await startServer()
  const home = server.origin
  let uuid = ''
  let others: string[] = []
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name!))
  const opened: string[] = []
  /** The answer stands in the draft and in what waits. */
  const written = (answer: string) =>
    expect
      .poll(async () => Object.values(await openedDump(page)).some((text) => text.split(`"q_pulito":{"v":"${answer}"`).length > 2), {
        timeout: 30_000,
      })
      .toBe(true)
  await page.exposeFunction('sawOpen', (name: string) => void opened.push(name))
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    // For what the test itself reads.
    Object.assign(window, { openUnseen: open })
    IDBFactory.prototype.open = function (name: string, ...rest) {
      ;(window as unknown as { sawOpen: (name: string) => void }).sawOpen(name)
      return open.call(this, name, ...rest)
    }
  })
  await test.step('somebody else has work of their own on this device, and leaves', async () => {
    await page.goto(`${home}/login`)
    await signIn(page, 'admin')
    await page.goto(`${home}/stazioni/banche?modulo=nuovo`)
    await page.getByRole('textbox', { name: /^Nome/ }).fill('Banca di altri')
    await expect.poll(async () => Object.values(await openedDump(page)).some((text) => text.includes('Banca di altri'))).toBe(true)
    others = (await databases()).filter((name) => /^piazzale-(outbox|drafts)-\d+$/.test(name))
    expect(others.length).toBeGreaterThan(0)
    await page.goto(home)
    await leave(page)
  })
  await test.step('the inspector works without a server', async () => {
    await signIn(page, 'ispettore')
    await prepared(page, home)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await server.stop()
    uuid = await begin(page, 'PV007')
    await tap(page, 'Il piazzale è pulito?', 'Sì')
    await written('si')
  })
  await test.step('leaving asks: something waits, and the way back is narrower', async () => {
    await page.goto(`${home}/invii`)
    await signOut(page)
    await expect(asked(page)).toContainText(/operazion[ei] non inviat/)
    await expect(asked(page)).toContainText('potrai rientrare con la tua password')
    await asked(page).getByRole('button', { name: 'Annulla' }).click()
    await expect(page.getByRole('heading', { name: 'Invii' })).toBeVisible()
    await signOut(page)
    await asked(page).getByRole('button', { name: 'Esci' }).click()
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeEnabled()
    await expect(page.getByText(new RegExp(`\\d+ invi[io] in attesa di ${INSPECTOR} su questo dispositivo`))).toBeVisible()
  })
  await test.step('who was never here stays out, and a wrong password does not open', async () => {
    await fillSignIn(page, 'contabilita')
    await expect(page.getByRole('alert').getByText('può entrare solo chi ha già fatto l’accesso su questo dispositivo')).toBeVisible()
    await fillSignIn(page, 'ispettore', 'non è questa la password')
    await expect(page.getByRole('alert').getByText('Email o password non corretti.')).toBeVisible()
  })
  await test.step('the inspector comes back in, sees the own verifica and goes on with it', async () => {
    opened.length = 0
    await fillSignIn(page, 'ispettore')
    await expect(page.getByText('Sei entrato senza rete: trovi')).toBeVisible()
    await page.reload()
    await page.goto(`${home}/verifiche/${uuid}?at=0`)
    await expect(card(page, 'Il piazzale è pulito?').getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
    await tap(page, 'Il piazzale è pulito?', 'No')
    await written('no')
    await page.goto(`${home}/invii`)
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.filter((name) => others.includes(name))).toEqual([])
  })
  await test.step('with the server back nothing is sent and nobody is thrown out before the password is given', async () => {
    const again = await startServer({ dataDir: server.dataDir, port: server.port })
    const password = page.getByLabel(`Password di ${INSPECTOR}`)
    await expect(password).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Invia adesso' }).click()
    const api = await apiAs(home, 'ispettore')
    const mine = async () =>
      (await api.get('/inspection?per_page=100')).data.filter((one: { client_uuid: string }) => one.client_uuid === uuid)
    await expect(page.getByText('Niente in attesa')).toHaveCount(0)
    expect(await mine()).toEqual([])
    await password.fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page.getByText('Niente in attesa')).toBeVisible()
    expect(await mine()).toHaveLength(1)
    expect((await api.get(`/inspection/${uuid}`)).answers).toMatchObject({ q_pulito: { v: 'no' } })
    await expect(page.getByText('La rete è tornata')).toHaveCount(0)
    await again.stop()
  })
  fs.rmSync(server.dataDir, { recursive: true, force: true })
})
