import fs from 'node:fs'
import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../scripts/prepare.mjs'
import { ENGINES, lacking } from '../../scripts/tools.mjs'
import { DEMO_PASSWORD } from '../../server/db/seed/people/accounts.ts'
import { apiAs } from '../e2e/support/api.ts'
import { codedPicture, codeOf } from '../e2e/support/coded-picture.ts'
import { makeModel, SMALL } from '../e2e/support/models.ts'
import { freePort, launch, newFolder, ready, seededFolder } from '../server-process.ts'
import { type Browser, type Engine, openBrowser } from './browser.ts'

beforeAll(build, 300_000)

/** The photo of the test, by what it shows. */
const CODE = 1234
const button = (name: string) => `//button[normalize-space()="${name}" or @aria-label="${name}"]`
const card = (question: string) => `//article[@aria-label="${question}"]`

async function signIn(browser: Browser, home: string) {
  await browser.open(`${home}/login`)
  await browser.write('//input[@type="email"]', 'ispettore@demo.example.it')
  await browser.write('//input[@type="password"]', DEMO_PASSWORD)
  await browser.press(button('Accedi'))
  await browser.until(() => location.pathname !== '/login')
  await browser.until(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
}
/** Opens a list by its address; resolves when it has rows. */
async function openList(browser: Browser, address: string, title: string) {
  await browser.open(address)
  await browser.sees(`//h1[starts-with(normalize-space(), "${title}")]`)
  await browser.sees('//main//*[starts-with(normalize-space(text()), "PV00")]')
}
/** The photo is handed to the hidden field as if it had been chosen: no engine shows its chooser to a test. */
const choose = (browser: Browser, question: string, picture: Buffer) =>
  browser.until(
    (label, base64) => {
      const input = document.querySelector<HTMLInputElement>(`article[aria-label="${label}"] input[type=file][multiple]`)
      const chosen = new DataTransfer()
      chosen.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'piazzale.jpg', { type: 'image/jpeg' }))
      if (input) Object.assign(input, { files: chosen.files })
      return input?.dispatchEvent(new Event('change', { bubbles: true }))
    },
    question,
    picture.toString('base64'),
  )
/** Begins a verifica of the small model and answers down to the photo; resolves when it is saved, with the verifica's UUID. */
async function compile(browser: Browser, picture: Buffer): Promise<string> {
  await browser.press(button('Nuova verifica'))
  await browser.press(`//*[@role="dialog"]//button[contains(., "${SMALL.name}")]`)
  await browser.write('//*[@role="dialog"]//input[@placeholder="Nome, città o codice"]', 'PV001')
  await browser.press('//*[@role="dialog"]//button[contains(., "PV001")]')
  const [uuid] = await browser.until(() => /[0-9a-f-]{36}/.exec(location.pathname))
  await browser.press(`${card('Il piazzale è pulito?')}//label[normalize-space()="Sì"]`)
  await browser.write('//input[@aria-label="Quanti estintori ci sono?" or @id=//label[contains(., "estintori")]/@for]', '3')
  await browser.press(button('Avanti'))
  await choose(browser, 'Foto del piazzale', picture)
  await browser.sees(button('Apri Foto del piazzale, foto 1'))
  await browser.sees(`//*[${['Salvato sul dispositivo', 'In attesa di invio'].map((words) => `text()="${words}"`).join(' or ')}]`)
  return uuid!
}
/** The bar of an opened photo: how many rows, and how high its highest button is, in pixels. */
const viewerBar = (browser: Browser) =>
  browser.run(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button:not([aria-label=Chiudi])')]
    return [
      new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().top))).size,
      Math.max(...buttons.map((one) => one.offsetHeight)),
    ]
  })
/** What the server has of the verifica: who wrote it and how often, its answers, how often each of its photos came and what it shows. */
async function arrived(home: string, uuid: string) {
  const admin = await apiAs(home, 'admin')
  const { id, answers, files } = await admin.get(`/inspection/${uuid}`)
  const history = await admin.get(`/models/history?model=inspection&model_id=${id}`)
  const photos = files.map(async (file: { uuid: string }) => [
    file.uuid,
    await codeOf(await admin.bytes(`/inspection/files/${file.uuid}`)),
    (await admin.get(`/activity?search=${file.uuid}`)).total,
  ])
  return {
    events: history.data.map(({ event, user }: any) => `${event} ${user.name}`).reverse(),
    answers: Object.fromEntries(Object.entries<any>(answers).map(([key, { v }]) => [key, v])),
    photos: await Promise.all(photos),
  }
}
const engines = process.env.ENGINE === 'all' ? (Object.keys(ENGINES) as Engine[]) : [process.env.ENGINE as Engine]

for (const engine of engines) {
  const missing = lacking(engine)
  test.skipIf(missing.length)(
    `in ${engine}${missing.length ? ` (missing: ${missing.join(', ')})` : ''} a verifica with a photo, written while the server is stopped, outlives the browser and arrives once`,
    { timeout: 300_000 },
    async () => {
      const [folder, profile, port] = [await seededFolder(inject('snapshot')), newFolder(), await freePort()]
      const home = `http://127.0.0.1:${port}`
      let server = launch(folder, port)
      let browser: Browser | undefined
      try {
        await ready(server, port)
        await makeModel(await apiAs(home, 'admin'), SMALL)
        browser = await openBrowser(engine, profile)
        await signIn(browser, home)
        await openList(browser, `${home}/stazioni/info`, 'Rubrica')
        await openList(browser, `${home}/stazioni/cisterne`, 'Cisterne')
        await openList(browser, `${home}/verifiche`, 'Verifiche')
        await browser.until(() => /Pronto per lavorare offline(?!.*scaricamento)/.test(document.body.innerText))
        server.child.kill('SIGKILL')
        await server.ended
        await browser.open(`${home}/verifiche`)
        const uuid = await compile(browser, await codedPicture(CODE))
        await browser.press(button('Apri Foto del piazzale, foto 1'))
        await browser.sees(button('Elimina'))
        expect(await viewerBar(browser)).toEqual([2, 48])
        await browser.kill()
        server = launch(folder, port)
        await ready(server, port)
        browser = await openBrowser(engine, profile)
        await browser.open(`${home}/invii`)
        await browser.sees('//*[text()="Niente in attesa di invio."]')
        await browser.sees('//*[text()="Inviato"]')
        expect(await arrived(home, uuid)).toEqual({
          events: ['created Ivan Ispettore', 'updated Ivan Ispettore'],
          answers: { q_pulito: 'si', q_estintori: 3, q_foto: [expect.any(String)] },
          photos: [[expect.any(String), CODE, 1]],
        })
      } catch (error) {
        console.error(await browser?.account())
        throw error
      } finally {
        await browser?.kill()
        server.child.kill('SIGKILL')
        await server.ended
        for (const one of [folder, profile]) fs.rmSync(one, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  )
}
