import { PGlite } from '@electric-sql/pglite'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../../server/db/seed/people/accounts.ts'
import { database } from '../../server-process.ts'
import { type Api, apiAs } from '../support/api.ts'
import { gestures, tabTo, toContent } from '../support/keys.ts'
import { SMALL } from '../support/models.ts'
import { settled } from '../support/screens.ts'
import { copyOfData, startServer } from '../support/server.ts'
import { expect, signIn, screenTest as test } from '../support/test.ts'

const NEXT = 'una nuova password lunga'
const DAY = '2031-04-03'
const STATIONS = ['PV010', 'PV011', 'PV012']

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const row = (page: Page, text: string) => page.locator('tr', { hasText: text })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog')
/** Entries that the task itself has to write are the same before and after, so they are not counted. */
const given = (page: Page, text: string) => page.keyboard.insertText(text)
const type = (page: Page, text: string) => page.keyboard.type(text)
const key = (page: Page, ...keys: string[]) =>
  keys.reduce((before, next) => before.then(() => page.keyboard.press(next)), Promise.resolve())
/** By the palette to the first that is found. */
async function palette(page: Page, text: string, found: string | RegExp) {
  await key(page, 'Control+k')
  await expect(page.getByRole('combobox', { name: 'Pagina, azione o record' })).toBeFocused()
  await type(page, text)
  await expect(option(page, found)).toHaveAttribute('data-combobox-selected')
  await key(page, 'Enter')
}
/** The actions of a row by keyboard: to the rows, down to it, along it. */
async function rowMenu(page: Page, text: string) {
  const rows = page.locator('tbody tr')
  await expect(row(page, text)).toBeVisible()
  await tabTo(page, rows.first().locator('[data-row]'))
  const at = await rows.evaluateAll((all, wanted) => all.findIndex((one) => one.textContent!.includes(wanted)), text)
  for (let step = 0; step < at; step++) await key(page, 'ArrowDown')
  await tabTo(page, row(page, text).getByRole('button', { name: /^Azioni/ }))
  await key(page, 'Enter')
}
async function choose(page: Page, name: string) {
  await expect(item(page, name)).toBeVisible()
  for (let step = 0; step < 12 && !(await item(page, name).evaluate((one) => one === document.activeElement)); step++)
    await key(page, 'ArrowDown')
  await key(page, 'Enter')
}
async function plannedOn(page: Page, api: Api) {
  await expect(dialog(page)).toHaveCount(0)
  const { data: all } = await api.get(`/inspection?status=planned&from=${DAY}&to=${DAY}`)
  expect(all.map(({ station }: { station: { code: string } }) => station.code).sort()).toEqual(STATIONS)
}

interface Task {
  name: string
  /** Clicks and keys at commit b57db5d, before this frame, counted in the same way by the shortest way there was. */
  before: number
  /** By mouse and keys, as is quickest. */
  quick: (page: Page) => Promise<unknown>
  /** By keyboard alone. */
  keys: (page: Page) => Promise<unknown>
  /** The effect. */
  done: (page: Page, api: Api) => Promise<unknown>
}
const pdf = (page: Page) => page.waitForEvent('download').then((file) => expect(file.suggestedFilename()).toMatch(/2026_36.*\.pdf$/))
const csv = (page: Page) => page.waitForEvent('download').then((file) => expect(file.suggestedFilename()).toMatch(/\.csv$/))
async function newPassword(page: Page, to: (label: string) => Promise<unknown>) {
  await expect(page.getByLabel('Password attuale')).toBeFocused()
  await given(page, DEMO_PASSWORD)
  for (const label of ['Nuova password', 'Conferma password']) {
    await to(label)
    await given(page, NEXT)
  }
  await key(page, 'Enter')
}

const tasks: Task[] = [
  {
    name: 'find a verifica and open its PDF',
    before: 11,
    async quick(page) {
      await palette(page, '2026/36', /2026\/36/)
      await Promise.all([pdf(page), button(page, 'PDF').click()])
    },
    async keys(page) {
      await palette(page, '2026/36', /2026\/36/)
      await tabTo(page, button(page, 'PDF'))
      await Promise.all([pdf(page), key(page, 'Enter')])
    },
    done: async () => undefined,
  },
  {
    name: 'plan three',
    before: 61,
    async quick(page) {
      await link(page, 'Compilazioni').click()
      await button(page, 'Pianifica').click()
      await page.getByRole('combobox', { name: /Modello/ }).click()
      await option(page, 'Antincendio').click()
      await page.getByRole('combobox', { name: /Ispettore/ }).click()
      await option(page, /Ivan/).click()
      await page.getByRole('textbox', { name: /Data/ }).click()
      await type(page, '3/4/31')
      await page.getByRole('combobox', { name: /Punto vendita/ }).click()
      for (const code of STATIONS) {
        await expect(page.getByRole('combobox', { name: /Punto vendita/ })).toBeFocused()
        await type(page, code)
        await option(page, new RegExp(code)).click()
        if (code !== STATIONS.at(-1)) await button(page, 'Pianifica e continua').click()
        await expect(dialog(page).getByText(new RegExp(`^Pianificat[ae].*${code}`))).toHaveCount(code === STATIONS.at(-1) ? 0 : 1)
      }
      await key(page, 'Control+Enter')
    },
    async keys(page) {
      await palette(page, 'pianifica', /^Pianifica verifiche/)
      await expect(page.getByRole('combobox', { name: /Modello/ })).toBeFocused()
      await type(page, 'Antin')
      await expect(option(page, 'Antincendio')).toBeVisible()
      await key(page, 'ArrowDown', 'Enter')
      await tabTo(page, page.getByRole('combobox', { name: /Ispettore/ }))
      await type(page, 'Ivan')
      await expect(option(page, /Ivan/)).toBeVisible()
      await key(page, 'ArrowDown', 'Enter', 'Tab')
      await type(page, '3/4/31')
      await key(page, 'Shift+Tab', 'Shift+Tab')
      for (const code of STATIONS) {
        await expect(page.getByRole('combobox', { name: /Punto vendita/ })).toBeFocused()
        await type(page, code)
        await expect(async () => {
          await key(page, 'ArrowDown', 'Enter')
          await expect(page.getByRole('combobox', { name: /Punto vendita/ })).toHaveValue(new RegExp(`^${code} `), { timeout: 1_000 })
        }).toPass()
        await key(page, code === STATIONS.at(-1) ? 'Control+Enter' : 'Control+Shift+Enter')
        if (code !== STATIONS.at(-1)) await expect(dialog(page).getByText(new RegExp(`^Pianificat[ae].*${code}`))).toBeVisible()
      }
    },
    done: plannedOn,
  },
  {
    name: 'correct a bank',
    before: 6,
    async quick(page) {
      await link(page, 'Banche').click()
      await row(page, 'Banca Appennina')
        .getByRole('button', { name: /^Azioni/ })
        .click()
      await item(page, 'Modifica').click()
      await expect(dialog(page).getByLabel('Nome')).toBeFocused()
      await key(page, 'Tab', 'Control+a')
      await given(page, '05388')
      await key(page, 'Enter')
    },
    async keys(page) {
      await palette(page, 'banche', /^Banche/)
      await rowMenu(page, 'Banca Appennina')
      await choose(page, 'Modifica')
      await expect(dialog(page).getByLabel('Nome')).toBeFocused()
      await key(page, 'Tab', 'Control+a')
      await given(page, '05388')
      await key(page, 'Enter')
    },
    async done(page, api) {
      await expect(dialog(page)).toHaveCount(0)
      expect((await api.get('/banks?search=appennina')).data[0].abi).toBe('05388')
    },
  },
  {
    name: 'narrow by province and period, and export',
    // Without the export, which there was not.
    before: 20,
    async quick(page) {
      await link(page, 'Compilazioni').click()
      await button(page, 'Filtro').click()
      await page.getByRole('tab', { name: 'Provincia' }).click()
      await page.getByRole('combobox', { name: 'Provincia' }).click()
      await type(page, 'Parma')
      await option(page, /Parma/).click()
      await page.getByRole('tab', { name: 'Periodo' }).click()
      await button(page, 'Quest’anno').click()
      await button(page, 'Esporta').click()
      await Promise.all([csv(page), item(page, 'CSV').click()])
    },
    async keys(page) {
      await palette(page, 'verifiche', /^Verifiche/)
      await tabTo(page, button(page, 'Filtro'))
      await key(page, 'Enter')
      await tabTo(page, page.getByRole('tab', { selected: true }))
      for (const name of ['Provincia', 'Periodo']) {
        const tab = page.getByRole('tab', { name })
        for (let step = 0; step < 12 && (await tab.getAttribute('aria-selected')) !== 'true'; step++) await key(page, 'ArrowDown')
        if (name === 'Periodo') break
        await tabTo(page, page.getByRole('combobox', { name: 'Provincia' }))
        await type(page, 'Parma')
        await expect(option(page, /Parma/)).toBeVisible()
        await key(page, 'ArrowDown', 'Enter')
        await expect(button(page, 'Provincia: Parma (PR)')).toBeAttached()
        for (let step = 0; step < 12 && !(await tab.evaluate((one) => one === document.activeElement)); step++) await key(page, 'Shift+Tab')
        await expect(tab).toBeFocused()
      }
      await tabTo(page, button(page, 'Quest’anno'))
      await key(page, 'Enter', 'Escape')
      await tabTo(page, button(page, 'Esporta'))
      await key(page, 'Enter')
      await Promise.all([csv(page), choose(page, 'CSV')])
    },
    async done(page) {
      await expect(button(page, 'Provincia: Parma (PR)')).toBeVisible()
      await expect(button(page, 'Periodo: Quest’anno')).toBeVisible()
    },
  },
  {
    name: 'approve',
    before: 4,
    async quick(page) {
      await link(page, 'Compilazioni').click()
      await row(page, '2026/37')
        .getByRole('button', { name: /^Azioni/ })
        .click()
      await item(page, 'Approva').click()
      await dialog(page).getByRole('button', { name: 'Approva' }).click()
    },
    async keys(page) {
      await palette(page, 'verifiche', /^Verifiche/)
      await rowMenu(page, '2026/37')
      await choose(page, 'Approva')
      await tabTo(page, dialog(page).getByRole('button', { name: 'Approva' }))
      await key(page, 'Enter')
    },
    async done(page, api) {
      await expect(row(page, '2026/37').getByText('Approvata')).toBeVisible()
      expect((await api.get('/inspection/2026-37')).status).toBe('approved')
    },
  },
  {
    name: 'activate a model',
    before: 3,
    async quick(page) {
      await link(page, 'Modelli').click()
      await row(page, 'Modello in prova')
        .getByRole('button', { name: /^Azioni/ })
        .click()
      await item(page, 'Attiva').click()
    },
    async keys(page) {
      await palette(page, 'modelli', /^Modelli/)
      await rowMenu(page, 'Modello in prova')
      await choose(page, 'Attiva')
    },
    done: (page) => expect(row(page, 'Modello in prova').getByText('Attivo', { exact: true })).toBeVisible(),
  },
  {
    name: 'find a device silent for a day',
    before: 2,
    quick: (page) => page.getByRole('region', { name: 'Contatori' }).getByText('Dispositivi non raggiungibili').click(),
    async keys(page) {
      await toContent(page)
      await tabTo(page, page.getByRole('link', { name: /^Dispositivi non raggiungibili/ }))
      await key(page, 'Enter')
    },
    async done(page) {
      await expect(page.locator('tbody tr')).toHaveCount(1)
      await expect(page.locator('tbody tr').getByText('Non raggiungibile, da inviare')).toBeVisible()
    },
  },
  {
    name: 'take up a draft',
    before: 2,
    quick: (page) => page.getByRole('region', { name: 'Da riprendere' }).getByRole('link').click(),
    async keys(page) {
      await toContent(page)
      await tabTo(page, page.getByRole('region', { name: 'Da riprendere' }).getByRole('link'))
      await key(page, 'Enter')
    },
    done: (page) => expect(dialog(page).getByLabel('Nome')).toHaveValue('Banca a metà'),
  },
  {
    name: 'change a password',
    before: 5,
    async quick(page) {
      await page.getByRole('banner').getByRole('link', { name: 'Profilo' }).click()
      await expect(page.getByLabel('Password attuale')).toBeVisible()
      await settled(page)
      await page.getByLabel('Password attuale').click()
      await newPassword(page, (label) => page.getByLabel(label).click())
    },
    async keys(page) {
      await palette(page, 'cambia', /^Cambia password/)
      await newPassword(page, (label) => tabTo(page, page.getByLabel(label)))
    },
    done: (page) => expect(page.getByText('Password modificata. Esci e accedi nuovamente.').first()).toBeVisible(),
  },
]

/** A network with one silent device and one model that is not active yet, and on this device a bank that somebody began. */
async function office(page: Page) {
  const dataDir = copyOfData()
  const client = await PGlite.create(database(dataDir))
  const agent = 'Mozilla/5.0 (Linux; Android 14) Chrome/130'
  await client.query(
    `insert into devices (id, user_id, last_contact, unsent, app_version, agent, persistent)
     select $1, id, now() - interval '2 days', 3, 'v1', $2, true from users where email like 'ispettore@%'`,
    [crypto.randomUUID(), agent],
  )
  await client.close()
  const server = await startServer({ dataDir })
  const api = await apiAs(server.origin, 'admin')
  await api.post('/inspection/model', { ...SMALL, code: 'PROVA', name: 'Modello in prova' })
  await page.goto(`${server.origin}/login`)
  await signIn(page, 'admin')
  await page.goto(`${server.origin}/stazioni/banche?modulo=nuovo`)
  await dialog(page).getByLabel('Nome').fill('Banca a metà')
  return { server, api }
}
async function begin(page: Page, origin: string) {
  await page.goto(`${origin}/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: /^Buon(giorno|asera)/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Indicazioni per/ }).first()).toBeVisible()
}

for (const way of ['quick', 'keys'] as const)
  test(`ten tasks of the office: ${way === 'quick' ? 'no more clicks and keys than before, seven tenths of them in all' : 'by keyboard alone'}`, async ({
    page,
  }) => {
    const counter = await gestures(page)
    const { server, api } = await office(page)
    const counts: Record<string, number> = {}
    for (const task of tasks)
      await test.step(task.name, async () => {
        await begin(page, server.origin)
        counter.begin()
        await task[way](page)
        counts[task.name] = counter.count()
        await task.done(page, api)
      })
    await test.step('sign in and reach what is due', async () => {
      await page.goto(`${server.origin}/login`)
      await expect(page.getByLabel('Email')).toBeFocused()
      counter.begin()
      await given(page, 'admin@demo.example.it')
      await key(page, 'Tab')
      await given(page, NEXT)
      await key(page, 'Enter')
      const due = page.getByRole('link', { name: /^PV0\d\d .* · \d\d\/\d\d\/\d{4}$/ }).first()
      if (way === 'quick') await due.click()
      else {
        await tabTo(page, due)
        await key(page, 'Enter')
      }
      counts['sign in and reach what is due'] = counter.count()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/PV0\d\d/)
      await expect(page.getByText('Pianificata', { exact: true }).first()).toBeVisible()
    })
    if (way === 'quick') {
      const before: Record<string, number> = {
        ...Object.fromEntries(tasks.map((task) => [task.name, task.before])),
        'sign in and reach what is due': 4,
      }
      for (const [name, count] of Object.entries(counts)) expect(count, name).toBeLessThanOrEqual(before[name]!)
      const sum = (all: Record<string, number>) => Object.values(all).reduce((one, other) => one + other, 0)
      expect(sum(counts) / sum(before)).toBeLessThanOrEqual(0.7)
    }
    await server.stop()
  })
