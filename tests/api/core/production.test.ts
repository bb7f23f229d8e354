import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, chromium as browserOf, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { build, root } from '../../../scripts/prepare.mjs'
import { nginx } from '../../../scripts/tools.mjs'
import { fiscalCodeOf } from '../../../server/db/seed/invented.ts'
import { type RoleName, roleLabels, roleNames } from '../../../src/contract/kernel/roles.ts'
import { needsFiscalCode } from '../../../src/rules/people/user-rights.ts'
import { chromium, chromiumArgs } from '../../e2e/support/machine.ts'
import { readMail } from '../../mail-parts.ts'
import { freePort, launch, newFolder, type Running, ready } from '../../server-process.ts'

const url = process.env.TEST_DATABASE_URL
const proxyProgram = nginx()
/** Only PostgreSQL has several processes: TEST_DATABASE_URL names one (`npm test` starts one where it can). */
const able = !!url && !!proxyProgram
if (able) beforeAll(build, 300_000)

const NAME = 'piazzale_production_test'
const started: { child: ChildProcess }[] = []
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  if (!able) return
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${NAME} with (force)`)
  await admin.end()
})
async function emptyDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${NAME} with (force)`)
  await admin.query(`create database ${NAME}`)
  await admin.end()
  return Object.assign(new URL(url!), { pathname: `/${NAME}` }).toString()
}
/** nginx as docs/running.md sets it up, with the test's own ports, certificate and folder. */
async function startNginx(port: number, behind: readonly number[]) {
  const folder = newFolder()
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => path.join(folder, name)) as [string, string]
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(fs.readFileSync(path.join(root, 'docs/running.md'), 'utf8'))!
  const own = [
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['127.0.0.1:3001', `127.0.0.1:${behind[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${behind[1]}`],
    ['rete.example.it', 'localhost'],
    ['/etc/piazzale/cert.pem', cert],
    ['/etc/piazzale/key.pem', key],
  ] as const
  let site = block!
  for (const [documented, here] of own) {
    expect(site).toContain(documented)
    site = site.replace(documented, here)
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const http = `events {} http { access_log off; ${temporary} ${site} }`
  fs.writeFileSync(path.join(folder, 'nginx.conf'), `daemon off; master_process off; pid ${folder}/pid; error_log stderr error; ${http}`)
  const child = spawn(proxyProgram!, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push({ child })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  return { output: () => output }
}

test.skipIf(!able)(
  'an empty production behind nginx is set up through the screens alone, and goes on when one of its two processes dies',
  { timeout: 600_000 },
  async () => {
    const DATABASE_URL = await emptyDatabase()
    const [port, ...behind] = [await freePort(), await freePort(), await freePort()] as [number, number, number]
    const origin = `https://localhost:${port}`
    const shared = newFolder()
    const env = { DATABASE_URL, PROFILE: 'production', ORIGIN: origin, TRUST_PROXY: '127.0.0.1', MIMIT_URL: 'off', LOG_LEVEL: 'error' }
    const servers: Running[] = []
    for (const one of behind) {
      const server = launch(shared, one, env)
      started.push(server)
      servers.push(server)
      await ready(server, one)
    }
    const proxy = await startNginx(port, behind)
    const admin = ['--email=titolare@rete.example.it', '--name=Tea Titolare']
    const told = execFileSync(process.execPath, ['--import', 'tsx', 'server/cli/admin-create.ts', ...admin], {
      ...{ cwd: root, encoding: 'utf8' as const },
      env: { ...process.env, ...env, DATA_DIR: shared },
    })
    const [link] = /https:\/\/\S+/.exec(told)!

    const browser = await browserOf.launch({ args: chromiumArgs, ...(chromium && { executablePath: chromium }) })
    try {
      const page = await newPage(browser)
      await activate(page, link!, 'titolare@rete.example.it')
      const tools = setUp(page, origin)
      expect(await tools.firstDay()).toBe('Per cominciare: 0 di 6')
      await tools.company('Rete Prova S.r.l.')
      await tools.record('/impostazioni?scheda=carburanti', 'Gasolio artico', { Codice: 'AR' })
      await tools.record('/tickets/categorie', 'Verde e piazzale')
      await tools.station('PV900', 'Primo punto vendita')
      for (const role of roleNames) await tools.user(role)
      const inspector = 'inspection@rete.example.it'
      await activate(await newPage(browser), await invitation(shared, inspector), inspector)
      await tools.model()
      await tools.group('Ufficio', 'Tea Titolare')
      // Mail alone is not set by a screen.
      expect(await tools.firstDay()).toBe('Per cominciare: 5 di 6')

      // What one process stores is told by the other at once, through the proxy; then one dies.
      const other = await page.context().newPage()
      await other.goto(`${origin}/tickets`)
      await other.getByRole('heading', { level: 1 }).waitFor()
      await tools.ticket('Prima della caduta')
      await other.getByRole('row', { name: /Prima della caduta/ }).waitFor()
      servers[0]!.child.kill('SIGKILL')
      await servers[0]!.ended
      await tools.ticket('Dopo la caduta')
      await other.getByRole('row', { name: /Dopo la caduta/ }).waitFor()
      await tools.record('/stazioni/banche', 'Banca della rete')
    } catch (error) {
      const seen = await browser.contexts()[0]?.pages()[0]?.locator('body').innerText()
      throw new Error(`${error}\n${seen}\n${proxy.output()}\n${servers.map(({ output }) => output()).join('\n')}`)
    } finally {
      await browser.close()
    }
  },
)
const PASSWORD = 'una password lunga'
/** A page of another person. */
async function newPage(browser: Browser) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'it-IT', viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(60_000)
  return context.newPage()
}
/** The link in the mail to a new user. Without a mail server mails are files. */
async function invitation(folder: string, email: string): Promise<string> {
  const mails = path.join(folder, 'mail')
  const texts = () => fs.readdirSync(mails).map((name) => fs.readFileSync(path.join(mails, name), 'utf8'))
  const raw = await vi.waitUntil(() => texts().find((text) => text.includes(`To: ${email}`)), { timeout: 60_000, interval: 500 })
  return /https:\S+/.exec(readMail(raw).parts['text/plain']!)![0]
}
/** From the link of an invitation to the first page. */
async function activate(page: Page, link: string, email: string) {
  await page.goto(link)
  expect(await page.evaluate(() => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]!.nextHopProtocol)).toBe(
    'h2',
  )
  await page
    .getByLabel('Nuova password')
    .or(page.getByLabel('Password', { exact: true }))
    .first()
    .fill(PASSWORD)
  await page.getByLabel('Conferma password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Attiva account' }).click()
  await page.getByRole('link', { name: 'Accedi' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.getByRole('navigation', { name: 'MENU' }).waitFor()
}
/** What an administrator does on the first day, each by its own screen. */
function setUp(page: Page, origin: string) {
  const open = async (address: string) => {
    await page.goto(`${origin}${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const save = (within: Page | Locator = page) => within.getByRole('button', { name: 'Salva' }).click()
  return {
    async firstDay() {
      await page.goto(`${origin}/dashboard`)
      return await page.getByRole('heading', { name: /^Per cominciare/ }).innerText()
    },
    async company(name: string) {
      await open('/impostazioni')
      await page.getByRole('textbox', { name: 'Ragione sociale' }).fill(name)
      await save()
      await page
        .getByText(/salvat/i)
        .first()
        .waitFor()
      await open('/impostazioni')
      expect(await page.getByRole('textbox', { name: 'Ragione sociale' }).inputValue()).toBe(name)
    },
    /** A record of a plain list, whose dialog asks for its name and these. */
    async record(list: string, name: string, more: Readonly<Record<string, string>> = {}) {
      await open(`${list}${list.includes('?') ? '&' : '?'}modulo=nuovo`)
      const dialog = page.getByRole('dialog')
      for (const [label, text] of Object.entries({ Nome: name, ...more })) await dialog.getByRole('textbox', { name: label }).fill(text)
      await save(dialog)
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('searchbox', { name: 'Cerca' }).fill(name)
      await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    },
    async station(code: string, name: string) {
      await open('/stazioni/nuova')
      await page.getByRole('textbox', { name: 'Codice P.V.' }).fill(code)
      await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
      await page.getByRole('textbox', { name: 'Indirizzo', exact: true }).fill('Via Emilia 1')
      await page.getByRole('textbox', { name: 'CAP' }).fill('43121')
      await page.getByRole('combobox', { name: 'Città' }).fill('Parma')
      await page.getByRole('combobox', { name: 'Provincia' }).fill('Parma')
      await page
        .getByRole('option', { name: /Parma|PR/ })
        .first()
        .click()
      await save()
      await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor()
    },
    async user(role: RoleName) {
      await open('/utenti?modulo=nuovo')
      const dialog = page.getByRole('dialog')
      const label = roleLabels[role]
      await dialog.getByRole('textbox', { name: 'Nome e cognome' }).fill(`Prova ${role}`)
      await dialog.getByRole('textbox', { name: 'Email' }).fill(`${role}@rete.example.it`)
      await dialog.getByRole('combobox', { name: 'Ruoli' }).click()
      await page.getByRole('option', { name: label, exact: true }).click()
      await page.keyboard.press('Escape')
      if (needsFiscalCode({ roles: [role], permissions: [] })) {
        const bornDate = `1980-01-${10 + roleNames.indexOf(role)}`
        const code = fiscalCodeOf({ name: 'Prova', lastname: 'Prova', female: false, bornDate, cadastral: 'G337' })
        await dialog.getByRole('textbox', { name: 'Codice fiscale' }).fill(code)
      }
      await save(dialog)
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('searchbox', { name: 'Cerca' }).fill(`Prova ${role}`)
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Prova ${role}`, exact: true }) })
      await row.getByRole('cell', { name: label, exact: true }).waitFor()
    },
    async ticket(subject: string) {
      await open('/tickets/nuovo')
      await page.getByRole('combobox', { name: /^Categoria/ }).fill('Verde')
      await page.getByRole('option', { name: 'Verde e piazzale' }).click()
      await page.getByRole('textbox', { name: /^Oggetto/ }).fill(subject)
      await page.getByRole('textbox', { name: /^Descrizione/ }).fill('Erba alta.')
      await page.getByRole('button', { name: 'Apri ticket' }).click()
      await page.waitForURL(/tickets\/20\d\d\/\d+/)
    },
    async model() {
      await open('/verifiche/modello')
      await page.getByRole('button', { name: 'Importa modello pronto' }).first().click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Importa / })
        .first()
        .click()
      await page.getByRole('dialog').getByText('Già importato').waitFor()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Apri / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Attiva' }).click()
      await page.getByText('Attivo').first().waitFor()
    },
    async group(name: string, member: string) {
      await open('/tickets/gruppi-di-notifica?modulo=nuovo')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
      await dialog.getByRole('button', { name: new RegExp(`^Aggiungi ${member}`) }).click()
      await dialog.getByRole('checkbox', { name: 'Ticket aperto' }).check()
      await save(dialog)
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    },
  }
}
