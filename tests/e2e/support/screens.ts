import fs from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'

/** A screen as it is visited: its address, and what to do there before it is looked at. */
export interface Screen {
  name: string
  path: string
  act?: (page: Page) => Promise<unknown>
}
const guest = ['/login', '/paghe-login', '/auth/forgot-password', '/auth/reset-password', '/auth/register', '/privacy']
/** Addresses of the map, from the part of the generated file that lists them all. */
const [, listed = ''] = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(fs.readFileSync('src/route-tree.gen.ts', 'utf8'))!
const map = [...listed.matchAll(/'(\/.*?)\/?'/g)].map(([, path]) => path!)
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const guestScreens: Screen[] = [
  ...guest.map((path) => ({ name: path, path })),
  { name: 'new password', path: `/auth/reset-password?token=${'a'.repeat(43)}` },
  {
    name: 'login refused',
    path: '/login',
    act: async (page) => {
      await page.getByRole('button', { name: 'Accedi' }).click()
      await expect(page.getByText('Il campo Email è obbligatorio.')).toBeVisible()
    },
  },
  { name: 'forged rating', path: `/valutazione/${'a'.repeat(43)}?voto=5` },
  { name: 'not found', path: '/pagina-che-non-esiste' },
]

/** Every screen of a signed-in person: each address without parameters by itself, those with parameters by what is given here. */
export async function signedScreens(api: Api): Promise<Screen[]> {
  const first = async (path: string) => (await api.get(path)).data[0]
  const bank = await first('/banks')
  const station = await first('/stations')
  const [extinguisher] = await api.get(`/station/fireext/${station.id}`)
  const priced = await first('/prices')
  const expiration = await first('/expirations')
  const user = await first('/users?search=ispettore')
  const model = await first('/inspection/model?status=active&sort=-updated_at')
  const done = await first('/inspection?status=completed')
  const ticket = await first('/support/ticket')
  const at = ticket && `/tickets/${ticket.id_year}/${ticket.id_number}`
  const withParameters: Record<string, Screen[]> = {
    '/invii/$id': [{ name: 'conflict that is gone', path: '/invii/00000000-0000-4000-8000-000000000000' }],
    '/stazioni/banche/{-$id}': [
      { name: 'banks', path: '/stazioni/banche' },
      { name: 'no banks found', path: '/stazioni/banche?search=zzzz' },
      { name: 'bank form', path: '/stazioni/banche?modulo=nuovo' },
      { name: 'bank', path: `/stazioni/banche/${bank.id}` },
      { name: 'bank cards', path: `/stazioni/banche/${bank.id}?scheda=carte` },
      { name: 'bank history', path: `/stazioni/banche/${bank.id}?scheda=storico` },
      { name: 'bank pos', path: `/stazioni/banche/${bank.id}?scheda=pos` },
      { name: 'bank files', path: `/stazioni/banche/${bank.id}?scheda=file` },
    ],
    '/stazioni/cisterne/{-$id}': [
      { name: 'tanks', path: '/stazioni/cisterne' },
      { name: 'tanks of a station', path: '/stazioni/cisterne/1' },
    ],
    '/utenti/{-$id}': [
      { name: 'users', path: '/utenti' },
      { name: 'user form', path: '/utenti?modulo=nuovo' },
      { name: 'user', path: `/utenti/${user.id}` },
      { name: 'user history', path: `/utenti/${user.id}?scheda=storico` },
    ],
    '/scadenze/{-$id}': [
      { name: 'expirations', path: '/scadenze' },
      { name: 'expirations in late', path: '/scadenze?due=%5B%22late%22%5D' },
      { name: 'expiration form', path: '/scadenze?modulo=nuovo' },
      { name: 'expiration', path: `/scadenze/${expiration.id}` },
      { name: 'expiration files', path: `/scadenze/${expiration.id}?scheda=file` },
      { name: 'expiration done', path: `/scadenze/${expiration.id}`, act: click('Completa') },
    ],
    '/q/{-$code}': [
      { name: 'code', path: '/q' },
      { name: 'code of nothing', path: '/q/ES-999999' },
    ],
    '/stazioni/$id': [
      { name: 'station access', path: `/stazioni/${station.id}?scheda=accessi` },
      { name: 'station', path: `/stazioni/${station.id}` },
      { name: 'station cover', path: `/stazioni/${station.id}`, act: click('Aggiungi copertina') },
      { name: 'note form', path: `/stazioni/${station.id}?scheda=appunti`, act: click('Nuovo appunto') },
      { name: 'plant', path: `/stazioni/${station.id}?scheda=attrezzature` },
      { name: 'tanks of a station', path: `/stazioni/${station.id}?scheda=attrezzature&parte=cisterne` },
      { name: 'dispensers', path: `/stazioni/${station.id}?scheda=attrezzature&parte=erogatori` },
      { name: 'extinguisher', path: `/stazioni/${station.id}?scheda=attrezzature&parte=estintori&pezzo=${extinguisher.id}` },
      { name: 'dispenser form', path: `/stazioni/${station.id}?scheda=attrezzature&parte=erogatori&modulo=nuovo` },
      { name: 'station devices', path: `/stazioni/${station.id}?scheda=attrezzature&parte=dispositivi` },
      { name: 'pos form', path: `/stazioni/${station.id}?scheda=attrezzature&parte=pos&modulo=nuovo` },
      { name: 'network devices', path: `/stazioni/${station.id}?scheda=attrezzature&parte=apparati` },
      { name: 'extinguisher form', path: `/stazioni/${station.id}?scheda=attrezzature&parte=estintori&modulo=nuovo` },
      { name: 'oil separators', path: `/stazioni/${station.id}?scheda=attrezzature&parte=disoleatori` },
      { name: 'oil separator form', path: `/stazioni/${station.id}?scheda=attrezzature&parte=disoleatori&modulo=nuovo` },
      { name: 'copied station', path: `/stazioni/nuova?da=${station.id}` },
      { name: 'station form', path: `/stazioni/${station.id}?modulo=${station.id}` },
      { name: 'station contacts', path: `/stazioni/${station.id}?scheda=contatti` },
      { name: 'station fuels', path: `/stazioni/${priced.id}?scheda=carburanti` },
      { name: 'new price', path: `/stazioni/${priced.id}?scheda=carburanti`, act: click('Nuovo prezzo') },
      { name: 'papers of prices', path: `/stazioni/${priced.id}?scheda=carburanti`, act: click('PDF') },
      { name: 'station services', path: `/stazioni/${station.id}?scheda=servizi` },
      { name: 'station networks', path: `/stazioni/${station.id}?scheda=reti`, act: click('Aggiungi rete') },
      { name: 'station bills', path: `/stazioni/${station.id}?scheda=bollette`, act: click('Aggiungi utenza') },
      { name: 'station files', path: `/stazioni/${station.id}?scheda=file` },
      { name: 'station history', path: `/stazioni/${station.id}?scheda=storico` },
      { name: 'station expirations', path: `/stazioni/${station.id}?scheda=scadenze` },
      { name: 'station inspections', path: `/stazioni/${station.id}?scheda=verifiche` },
    ],
    '/tickets/$slug/{-$id}': [
      { name: 'tickets of a view', path: '/tickets/miei' },
      { name: 'ticket form', path: '/tickets/nuovo' },
      { name: 'ticket form of a station', path: `/tickets/nuovo?pv=${station.id}` },
      ...(ticket
        ? [
            { name: 'ticket', path: at },
            { name: 'ticket: note', path: at, act: (page: Page) => page.getByRole('switch', { name: 'Nota interna' }).last().click() },
            { name: 'ticket: templates', path: at, act: (page: Page) => page.getByRole('button', { name: 'Modello' }).last().click() },
            {
              name: 'ticket: notification',
              path: at,
              act: async (page: Page) => {
                await page.getByRole('button', { name: 'Altro' }).last().click()
                // On a phone the menu is a sheet of buttons.
                const entry = page.getByRole('menuitem', { name: 'Invia notifica' })
                await entry.or(page.getByRole('dialog').getByRole('button', { name: 'Invia notifica' })).click()
              },
            },
            { name: 'ticket details', path: `${at}?scheda=dettagli` },
          ]
        : []),
    ],
    '/storico-job/{-$id}': [{ name: 'jobs', path: '/storico-job' }],
    '/verifiche/$id': done
      ? [
          { name: 'verifica read', path: `/verifiche/${done.id}` },
          { name: 'verifica read, all open', path: `/verifiche/${done.id}`, act: click('Apri tutte le sezioni') },
        ]
      : [],
  }
  const alone = map.filter((path) => path !== '/' && !guest.includes(path) && !path.includes('$'))
  const unknown = map.filter((path) => path.includes('$') && !path.startsWith('/valutazione') && !(path in withParameters))
  expect(unknown, 'addresses with parameters that no screen of the tests visits').toEqual([])
  return [
    ...alone.map((path) => ({ name: path, path })),
    ...Object.values(withParameters).flat(),
    { name: 'extinguisher intervals', path: '/impostazioni?scheda=estintori' },
    { name: 'what is sent', path: '/impostazioni?scheda=invii' },
    { name: 'commands', path: '/impostazioni?scheda=comandi' },
    { name: 'variation of prices', path: '/prezzi', act: click('Applica variazione') },
    // On a phone its boxes, at a desk its row.
    { name: 'prices of one station', path: `/prezzi?search=${priced.code}&pv=${priced.id}` },
    {
      name: 'prices that are asked about',
      path: `/prezzi?search=${priced.code}&pv=${priced.id}`,
      act: async (page) => {
        const boxes = page.getByRole('dialog')
        const inHand = (page.viewportSize()?.width ?? 0) < 768
        if (inHand) await boxes.getByRole('textbox').first().fill('7,777')
        else {
          await page.locator('button[data-price]').first().click()
          await page.keyboard.press('Control+a')
          await page.keyboard.type('7,777')
          await page.keyboard.press('Enter')
        }
        if (inHand) await boxes.getByRole('button', { name: 'Fatto' }).click()
        await page.getByRole('button', { name: 'Pubblica prezzi' }).click()
        await expect(page.getByRole('dialog', { name: 'Prezzi da controllare' })).toBeVisible()
      },
    },
    { name: 'fuels', path: '/impostazioni?scheda=carburanti' },
    { name: 'fuel form', path: '/impostazioni?scheda=carburanti&modulo=nuovo' },
    { name: 'service form', path: '/servizi?modulo=nuovo' },
    { name: 'ticket board', path: '/tickets?scheda=lavagna' },
    { name: 'ticket category form', path: '/tickets/categorie?modulo=nuovo' },
    { name: 'model editor', path: `/verifiche/modello?id=${model.id}` },
    { name: 'model library', path: '/verifiche/modello?libreria=true' },
    { name: 'plan a verifica', path: '/verifiche?nuova=pianifica' },
    {
      name: 'start: model',
      path: '/verifiche?nuova=avvia',
      act: (page) => expect(page.getByRole('dialog').getByText('Controllo breve')).toBeVisible(),
    },
    {
      name: 'start: station',
      path: '/verifiche?nuova=avvia',
      act: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Controllo breve' }).click()
        await page.getByRole('textbox', { name: 'Punto vendita' }).fill('PV')
        await expect(page.getByRole('dialog').getByRole('button', { name: /^PV0/ }).first()).toBeVisible()
      },
    },
    {
      name: 'import with an error',
      path: '/stazioni/importa',
      act: async (page) => {
        const sheet = 'Codice P.V.;Nome;Indirizzo;CAP;Città;Provincia\r\nZX1;Nuova;Via A 1;4303;Fidenza;PR\r\n'
        await page.locator('input[type=file]').setInputFiles({ name: 'rete.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
        await expect(page.getByRole('textbox', { name: 'CAP, riga 2' })).toBeVisible()
      },
    },
    {
      name: 'views of a list',
      path: '/servizi',
      act: async (page) => {
        await page.getByRole('button', { name: 'Viste' }).click()
        await expect(page.getByRole('button', { name: 'Salva vista' })).toBeVisible()
      },
    },
    { name: 'group form', path: '/tickets/gruppi-di-notifica?modulo=1' },
    { name: 'mail template form', path: '/tickets/template-messaggi?modulo=1' },
    { name: 'notices', path: '/dashboard', act: click(/Notifiche recenti/) },
    {
      name: 'palette',
      path: '/dashboard',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('textbox', { name: 'Pagina, azione o record' }).fill('ver')
        await expect(page.getByRole('option').first()).toBeVisible()
      },
    },
    {
      name: 'model editor, preview',
      path: `/verifiche/modello?id=${model.id}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'Anteprima' }).click()
        await expect(page.getByText('Punto vendita di esempio').first()).toBeVisible()
      },
    },
    { name: 'not found, signed in', path: '/pagina-che-non-esiste' },
  ]
}
/** Waits until a page shows what it has to show: its heading, and nothing on its way. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], [aria-label=Caricamento]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
