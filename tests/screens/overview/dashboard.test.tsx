// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/dashboard/WorkCounters.tsx'
import '../../../src/features/overview/dashboard/Lists.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { devices } from '../../../server/db/schema/people/devices.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { markFirstPaint } from '../../../src/lib/first-paint.ts'
import { notices } from '../../../src/lib/notify.ts'
import { cells, onScreen } from '../support/world.tsx'

/** The pages of the work of each kind of account, beside those that everybody has. */
const place = ['Stazioni', 'Mappa']
const code = 'Leggi un codice'
const field = [...place, code]
const priced = [...place, 'Prezzi', code]
const due = [...priced, 'Scadenze']
const network = ['QR Impianti', 'Tabella dati']
const FIRST: Record<string, readonly string[]> = {
  admin: [
    ...['Verifiche', 'Modelli', ...due, ...network, 'Banche', 'Categorie ticket', 'Utenti', 'Accessi', 'Dispositivi'],
    ...['Storico modifiche', 'Servizi', 'Impostazioni'],
  ],
  contabilita: [...due, ...network, 'Banche', 'Storico modifiche', 'Impostazioni'],
  rete: ['Verifiche', ...due, ...network, 'Storico modifiche', 'Impostazioni'],
  stazione: [...due, ...network, 'Storico modifiche'],
  gestore: priced,
  addetto: priced,
  dipendente: [],
  messaggi: [],
  'lettura.rete': [...due, ...network],
  'lettura.conta': [...due, ...network, 'Banche'],
  analisi: [...priced, ...network],
  autista: field,
  'sup.autisti': field,
  'sup.ordini': field,
  'sup.ticket': [...field, 'Categorie ticket'],
  helpdesk: field,
  ispettore: ['Verifiche', 'Modelli', ...priced],
}
const counters = () => within(screen.getByRole('region', { name: 'Contatori' }))

test('who has nothing to do with verifiche sees the counters of his role, and that there is nothing to tell', async () => {
  await onScreen('contabilita', '/dashboard', async ({ db, network }) => {
    const stored = String(await db.$count(banks))
    await waitFor(() => expect(counters().getByText('Banche').nextElementSibling?.textContent).toBe(stored))
    expect(counters().queryByText('Verifiche pianificate')).toBeNull()
    await screen.findAllByText('Niente da segnalare oggi.')
    expect(network.asked.filter((asked) => asked.includes('/counters/'))).toEqual([
      'GET /api/v1/counters/station',
      'GET /api/v1/counters/accounting',
    ])
  })
  await onScreen('solo.ticket', '/dashboard', async ({ network }) => {
    await screen.findByText('Niente da segnalare oggi.')
    expect(network.asked.filter((asked) => asked.includes('/counters/'))).toEqual([])
    screen.getByText(/^Con i tuoi ruoli \(Utente ticket\) non ci sono altre pagine\./)
  })
})

test('stations whose prices are to be told anew are counted for who answers for them, and the figure leads to them', async () => {
  await onScreen(
    'admin',
    '/dashboard',
    async ({ user, address }) => {
      const figure = await counters().findByText('Prezzi fermi da oltre 8 giorni')
      await waitFor(() => expect(figure.nextElementSibling?.textContent).toMatch(/^[1-9]/))
      const many = Number(figure.nextElementSibling!.textContent)
      screen.getByRole('link', { name: 'Nuovo prezzo' })
      await user.click(figure)
      await waitFor(() => expect(address()).toBe('/prezzi?stale=true'))
      await waitFor(() => expect(cells().length).toBe(many))
    },
    async ({ db }) =>
      void (await db
        .update(prices)
        .set({ valid_from: sql`${prices.valid_from} - interval '30 days'` })
        .where(eq(prices.station_id, 1))),
  )
  await onScreen('gestore', '/dashboard', async () => {
    await screen.findByRole('region', { name: 'Le tue pagine' })
    expect(screen.queryByText('Prezzi fermi da oltre 8 giorni')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Nuovo prezzo' })).toBeNull()
  })
})

test.each(Object.keys(FIRST))('the first screen of %s has where they may go, and every way leads there', (name) =>
  onScreen(name, '/dashboard', async ({ open, address }) => {
    const shortcuts = within(await screen.findByRole('region', { name: 'Le tue pagine' }))
    const links = shortcuts.getAllByRole('link')
    expect(links.map((link) => link.querySelector('p')?.textContent)).toEqual([...FIRST[name]!, 'Esportazioni e lavori', 'Il tuo profilo'])
    for (const to of links.map((link) => link.getAttribute('href')!)) {
      await open(to)
      await screen.findByRole('heading', { level: 1 })
      expect([address(), screen.queryByText(/^Non hai le autorizzazioni/)]).toEqual([to, null])
    }
  }),
)

test('what was changed last is told to who may read it, and each counter leads to what it counts', async () => {
  await onScreen('contabilita', '/dashboard', async ({ as, user, address, reload }) => {
    const { body } = await (await as('admin')).post('/banks', { name: 'Banca Nuova' })
    await reload()
    const recent = within(await screen.findByRole('region', { name: 'Che cosa è cambiato' }))
    const change = (await recent.findByRole('link', { name: `Banca n. ${body.data.id}` })).closest('li')!
    expect(change.textContent).toMatch(/Creazione · Nome: Banca Nuova.*Anna Amministratrice, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    await user.click(counters().getByText('Banche'))
    await screen.findByRole('heading', { name: /^Banche/ })
    expect(address()).toBe('/stazioni/banche')
  })
  await onScreen('autista', '/dashboard', async ({ network }) => {
    await screen.findByRole('region', { name: 'Le tue pagine' })
    expect([screen.queryByText('Che cosa è cambiato'), network.asked.filter((asked) => asked.includes('/history'))]).toEqual([null, []])
  })
})

test('the inspector finds the week in order, with the way there, and each number leads to what it counts', () =>
  onScreen('ispettore', '/dashboard', async ({ db, user, address }) => {
    const planned = await db.select().from(inspections).where(eq(inspections.status, 'planned')).orderBy(inspections.scheduled_at)
    const agenda = within((await screen.findByRole('heading', { name: 'I prossimi 7 giorni' })).parentElement!)
    const found = await agenda.findAllByRole('link', { name: /PV\d+ / })
    const begin = found.filter((link) => !/^Naviga/.test(link.getAttribute('aria-label') ?? ''))
    expect(begin.map((link) => link.getAttribute('href'))).toEqual(planned.map(({ client_uuid }) => `/verifiche/${client_uuid}`))
    const way = agenda.getAllByRole('link', { name: /^Naviga verso PV\d+ / })
    expect(way[0]!.getAttribute('href')).toMatch(/destination=\d+\.\d+,\d+\.\d+$/)

    const number = (await counters().findByText('Verifiche pianificate')).nextElementSibling!
    await waitFor(() => expect(number.textContent).toBe(String(planned.length)))
    await user.click(number)
    await screen.findByRole('table')
    expect(address()).toBe('/verifiche?status=planned')
    expect(cells()).toHaveLength(planned.length)
  }))

test('counters that could not be had say so in words, never a zero, and can be asked for again; so can the agenda; one notice tells of all', () =>
  onScreen('admin', '/dashboard', async ({ network, reload, user }) => {
    await screen.findByRole('heading', { name: 'I prossimi 7 giorni' })
    network.down = true
    await reload()
    await waitFor(() => expect(counters().getAllByText(/: dato non disponibile\.$/)).toHaveLength(7))
    expect(
      notices
        .get()
        .filter(({ color }) => color === 'error')
        .map(({ content }) => content),
    ).toEqual(['Connessione non disponibile. Controlla la rete e riprova.'])
    network.down = false
    for (const again of await screen.findAllByRole('button', { name: 'Riprova' })) await user.click(again)
    await screen.findAllByRole('link', { name: /^Naviga verso/ })
    await waitFor(() => expect(counters().getAllByText(/^\d/)).toHaveLength(10))
  }))

test('the list that is asked for next is fetched once the page stands, for who may read it', async () => {
  const list = 'GET /api/v1/inspection'
  await onScreen('ispettore', '/dashboard', async ({ network }) => {
    markFirstPaint()
    await waitFor(() => expect(network.asked).toContain(list))
  })
  await onScreen('contabilita', '/dashboard', async ({ network }) => {
    await counters().findAllByText(/^[1-9]\d*$/)
    expect(network.asked).not.toContain(list)
  })
})

test('what was begun and not saved is on the first screen, with the way back to it; a draft can be thrown away there', () =>
  onScreen('contabilita', '/stazioni/banche?modulo=nuovo', async ({ user, reload, open, address }) => {
    const name = () => screen.findByRole('textbox', { name: /Nome/ }) as Promise<HTMLInputElement>
    await user.type(await name(), 'Banca a metà')
    await reload('/dashboard')
    const begun = within(await screen.findByRole('region', { name: 'Da riprendere' }))
    begun.getByText('Banca a metà')
    begun.getByText(/^bozza del \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    await user.click(begun.getByRole('link', { name: 'Banche' }))
    await waitFor(async () => expect((await name()).value).toBe('Banca a metà'))
    expect(address()).toBe('/stazioni/banche?modulo=nuovo')
    await reload('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Elimina la bozza: Banche' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Da riprendere' })).toBeNull())
    await open('/stazioni/banche?modulo=nuovo')
    expect((await name()).value).toBe('')
  }))

test('who looks after the devices is told of the silent ones where the day begins, and is led to them', () =>
  onScreen(
    'admin',
    '/dashboard',
    async ({ user, address }) => {
      await waitFor(() => expect(counters().getByText('Dispositivi muti').nextElementSibling?.textContent).toBe('1'))
      await user.click(counters().getByText('Dispositivi muti'))
      await waitFor(() => expect(cells().map((row) => row[2])).toEqual(['Muto, da inviare']))
      expect(address()).toBe('/dispositivi?silent=true')
    },
    async ({ db, deps, as }) => {
      const { user_id } = await as('ispettore')
      const last_contact = new Date(deps.now().getTime() - 2 * 86_400_000).toISOString()
      const report = { agent: 'Test', app_version: 'v1', persistent: true, last_contact, user_id }
      await db.insert(devices).values([
        { ...report, id: crypto.randomUUID(), unsent: 3 },
        { ...report, id: crypto.randomUUID(), unsent: 0 },
      ])
    },
  ))
