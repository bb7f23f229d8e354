// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/dashboard/Agenda.tsx'
import '../../../src/features/overview/dashboard/InspectionCounters.tsx'
import '../../../src/features/overview/dashboard/WorkCounters.tsx'
import '../../../src/features/overview/dashboard/Lists.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { users as accounts } from '../../../server/db/schema/core/accounts.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { devices } from '../../../server/db/schema/people/devices.ts'
import { pay_documents } from '../../../server/db/schema/people/payslips.ts'
import { ecommerce_orders } from '../../../server/db/schema/shop/shop.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { inventedPdf, payslipLines } from '../../../server/db/seed/people/invented-pdf.ts'
import { markFirstPaint } from '../../../src/lib/first-paint.ts'
import { notices } from '../../../src/lib/notify.ts'
import { connection } from '../../../src/lib/online.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { placedOrder } from '../../api/support/shop-fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { codeOf, uploaded } from '../../resources/payslips.ts'
import { cells, onScreen } from '../support/world.tsx'

/** The pages of the work of each kind of account, beside those that everybody has. */
const place = ['Stazioni', 'Mappa']
const code = 'Leggi un codice'
const field = [...place, code]
const priced = [...place, 'Prezzi', code]
const due = [...priced, 'Scadenze']
const network = ['QR Impianti', 'Tabella dati']
const paid = ['Paghe', 'Cud']
const FIRST: Record<string, readonly string[]> = {
  admin: [
    ...['Verifiche', 'Modelli', ...due, ...network, 'Banche', 'Categorie ticket', 'Utenti', 'Accessi', 'Dispositivi'],
    ...['Storico modifiche', 'Servizi', 'Impostazioni', 'Comunicazioni', ...paid, 'Documenti'],
  ],
  contabilita: [...due, ...network, 'Banche', 'Storico modifiche', 'Impostazioni', 'Documenti'],
  rete: ['Verifiche', ...due, ...network, 'Storico modifiche', 'Impostazioni', 'Documenti'],
  stazione: [...due, ...network, 'Storico modifiche', 'Documenti'],
  gestore: [...priced, 'Documenti'],
  addetto: [...priced, 'Documenti'],
  dipendente: [...paid, 'Documenti'],
  messaggi: ['Comunicazioni', 'Documenti'],
  'lettura.rete': [...due, ...network, 'Documenti'],
  'lettura.conta': [...due, ...network, 'Banche', 'Documenti'],
  analisi: [...priced, ...network, 'Documenti'],
  autista: [...field, 'Documenti'],
  'sup.autisti': [...field, 'Documenti'],
  'sup.ordini': [...field, 'Documenti'],
  'sup.ticket': [...field, 'Categorie ticket', 'Documenti'],
  helpdesk: [...field, 'Documenti'],
  ispettore: ['Verifiche', 'Modelli', ...priced],
}
const counters = () => within(screen.getByRole('region', { name: 'Contatori' }))

test('a role without inspections sees its own counters and an empty agenda', async () => {
  await onScreen('contabilita', '/dashboard', async ({ db, network }) => {
    const stored = String(await db.$count(banks))
    const figure = (name: string) => counters().getByText(name).nextElementSibling?.textContent
    await waitFor(() => expect(figure('Banche')).toBe(stored))
    expect([figure('Clienti tessere'), figure('Tessere')]).toEqual([String(await db.$count(customers)), String(await db.$count(cards))])
    expect(
      counters()
        .getByRole('link', { name: /^Tessere/ })
        .getAttribute('href'),
    ).toBe('/carte')
    expect(counters().queryByText('Verifiche pianificate')).toBeNull()
    await screen.findAllByText('Niente da segnalare oggi.')
    expect(network.asked.filter((asked) => asked.includes('/counters/'))).toEqual([
      'GET /api/v1/counters/station',
      'GET /api/v1/counters/accounting',
    ])
  })
  await onScreen('sup.ordini', '/dashboard', async () => {
    await screen.findByText('Articoli sotto scorta')
    expect(screen.queryByText('Niente da segnalare oggi.')).toBeNull()
  })
  await onScreen('solo.ticket', '/dashboard', async ({ network }) => {
    await screen.findByText('Niente da segnalare oggi.')
    expect(network.asked.filter((asked) => asked.includes('/counters/'))).toEqual([])
    const pages = within(screen.getByRole('region', { name: 'Le tue pagine' }))
    pages.getByRole('link', { name: /^Documenti/ })
    expect(pages.queryByText(/non ci sono altre pagine/)).toBeNull()
  })
})

test('the figure of the users leads to as many: a disabled one is not among them', () =>
  onScreen('admin', '/dashboard', async ({ db, as }) => {
    await db.update(accounts).set({ enabled: 0 }).where(eq(accounts.name, 'Aldo Addetto'))
    const link = await waitFor(() => counters().getByRole('link', { name: /^Utenti/ }))
    const { pathname, search } = new URL((link as HTMLAnchorElement).href)
    expect(pathname).toBe('/utenti')
    const admin = await as('admin')
    const { users } = (await admin.get('/counters/admin')).body.data
    expect((await admin.get(`/users${search}`)).body.data.total).toBe(users)
  }))

test('stations whose prices must be communicated again are counted for those responsible, and the figure links to them', async () => {
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

test('the last changes are shown to those who may read them, and each counter links to what it counts', async () => {
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

test("the inspector's week is in order, with directions, and each number links to what it counts", () =>
  onScreen('ispettore', '/dashboard', async ({ db, user, address }) => {
    const planned = await db.select().from(inspections).where(eq(inspections.status, 'planned')).orderBy(inspections.scheduled_at)
    const agenda = within((await screen.findByRole('heading', { name: 'I prossimi 7 giorni' })).parentElement!)
    const found = await agenda.findAllByRole('link', { name: /PV\d+ / })
    const begin = found.filter((link) => !/^Indicazioni/.test(link.getAttribute('aria-label') ?? ''))
    expect(begin.map((link) => link.getAttribute('href'))).toEqual(planned.map(({ client_uuid }) => `/verifiche/${client_uuid}`))
    const way = agenda.getAllByRole('link', { name: /^Indicazioni per PV\d+ / })
    expect(way[0]!.getAttribute('href')).toMatch(/destination=\d+\.\d+,\d+\.\d+$/)

    const number = (await counters().findByText('Verifiche pianificate')).nextElementSibling!
    await waitFor(() => expect(number.textContent).toBe(String(planned.length)))
    await user.click(number)
    await screen.findByRole('table')
    expect(address()).toBe('/verifiche?status=planned')
    expect(cells()).toHaveLength(planned.length)
  }))

test('counters and agenda that failed to load say so instead of showing zero, and can be retried', () =>
  onScreen('admin', '/dashboard', async ({ network, reload, user }) => {
    await screen.findByRole('heading', { name: 'I prossimi 7 giorni' })
    network.instead = (method) => (method === 'GET' ? new Response('{}', { status: 500 }) : undefined)
    await reload()
    await waitFor(() => expect(counters().getAllByText(/: dato non disponibile\.$/)).toHaveLength(10))
    network.instead = () => undefined
    for (const again of await screen.findAllByRole('button', { name: 'Riprova' })) await user.click(again)
    await screen.findAllByRole('link', { name: /^Indicazioni per/ })
    await waitFor(() => expect(counters().getAllByText(/^\d/)).toHaveLength(16))
  }))

test('without a network a counter is a dash, never zero, and the page says once that it is not complete', () =>
  onScreen('admin', '/dashboard', async ({ network, reload }) => {
    await screen.findByRole('heading', { name: 'I prossimi 7 giorni' })
    network.down = true
    await reload()
    await screen.findByText('Senza rete questa pagina non è completa.')
    await waitFor(() => expect(counters().getAllByText('–')).toHaveLength(16))
    expect(counters().queryByText(/^\d|dato non disponibile/)).toBeNull()
    expect(notices.get().filter(({ content }) => content === 'Connessione non disponibile. Controlla la rete e riprova.')).toHaveLength(1)
  }))

test('without a network kept figures say of when they are, and a verifica begun here counts as begun', () =>
  onScreen('ispettore', '/dashboard', async ({ network, open }) => {
    const number = async (name: string) => (await counters().findByText(name)).nextElementSibling!
    const read = async (name: string) => Number((await number(name)).textContent)
    await screen.findAllByRole('link', { name: /^Indicazioni per/ })
    await waitFor(async () => expect(await read('Verifiche pianificate')).toBeGreaterThan(0))
    const [drafts, planned] = [await read('Verifiche in compilazione'), await read('Verifiche pianificate')]
    const kept = queryClient.getQueriesData<{ data: { client_uuid: string }[] }>({ queryKey: ['inspections', 'inspections.list'] })
    const [row] = kept[0]![1]!.data
    const rows = screen.getAllByRole('link', { name: /^Indicazioni per/ }).length
    network.down = true
    connection.set('offline')
    const uuid = row!.client_uuid
    const input = { id: uuid, rev: 1, status: 'draft' }
    await outbox().put({ entity: uuid, lane: `inspection:${uuid}`, endpoint: 'inspections.update', input, label: 'Avvio: Prova' })
    await open('/invii')
    await screen.findAllByText('In attesa di invio')
    // An answer that was under way may have come since.
    connection.set('offline')
    await open('/dashboard')
    await waitFor(async () => expect(await read('Verifiche in compilazione')).toBe(drafts + 1))
    expect(await read('Verifiche pianificate')).toBe(planned - 1)
    expect((await number('Verifiche pianificate')).nextElementSibling!.textContent).toMatch(/^dati del \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Indicazioni per/ }).length).toBe(rows - 1))
    for (const { id } of await outbox().list()) await outbox().discard(id)
    connection.set('online')
  }))

test('the list likely to be opened next is prefetched after the page is shown, for those who may read it', async () => {
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

test('the supervisor of orders finds what stations wait for, the longest first, and the way to all of it', () =>
  onScreen('sup.ordini', '/documenti', async (world) => {
    const [first, done, last] = [await placedOrder(world.as), await placedOrder(world.as), await placedOrder(world.as)]
    await world.db.update(ecommerce_orders).set({ status: 'shipped' }).where(eq(ecommerce_orders.id, done.id))
    await world.db.update(ecommerce_orders).set({ created_at: '2026-01-01T00:00:00Z' }).where(eq(ecommerce_orders.id, last.id))
    await world.open('/dashboard')
    const part = within(await screen.findByRole('region', { name: 'Ordini da evadere' }))
    const shown = await part.findAllByRole('listitem')
    const ways = part.getAllByRole('link').map((one) => one.getAttribute('href'))
    const all = '/intracommerce/ordini?status=new&status=confirmed&status=processing&sort=created_at'
    expect(ways).toEqual([all, `/intracommerce/ordine/${last.id}`, `/intracommerce/ordine/${first.id}`])
    for (const words of [last.number, last.station.name, 'ordinato il 01/01/2026', 'Nuovo']) expect(shown[0]!.textContent).toContain(words)
    await world.user.click(part.getByRole('link', { name: 'Tutti (2)' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ordini · 2'))
  }))

test('unsaved drafts are on the first screen with a link back, and can be discarded there', () =>
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

test('the administrator of devices is told of silent devices on the dashboard, with a link', () =>
  onScreen(
    'admin',
    '/dashboard',
    async ({ user, address }) => {
      await waitFor(() => expect(counters().getByText('Dispositivi non raggiungibili').nextElementSibling?.textContent).toBe('1'))
      await user.click(counters().getByText('Dispositivi non raggiungibili'))
      await waitFor(() => expect(cells().map((row) => row[2])).toEqual(['Non raggiungibile, da inviare']))
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

/** Six payslips of Daria and one of somebody else, published, and one of hers that is not. */
async function payslips(world: World) {
  const admin = await world.as('admin')
  const sheet = async (account: string, period: string) =>
    payslipLines({ name: account, fiscalCode: await codeOf(world, account) }, period, '1.234,56')
  const send = async (name: string, pages: string[][]) => uploaded(world, admin, [{ name, bytes: inventedPdf(pages) }])
  const months = ['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno']
  for (const month of months) {
    const batch = await send(`${month}.pdf`, [await sheet('dipendente', `${month} 2026`)])
    await admin.post(`/payrolls/batches/${batch.id}/publish`)
  }
  const others = await send('altri.pdf', [await sheet('addetto', 'agosto 2026')])
  for (const { id, rev } of (await admin.get(`/payrolls/batches/${others.id}/documents`)).body.data.data)
    await admin.put(`/payrolls/documents/${id}`, {
      user_id: (await world.as('addetto')).user_id,
      year: 2026,
      month: 8,
      type: 'cedolino',
      rev,
    })
  await admin.post(`/payrolls/batches/${others.id}/publish`)
  await send('luglio.pdf', [await sheet('dipendente', 'luglio 2026')])
  const daria = await world.as('dipendente')
  const [newest] = (await daria.get('/payrolls')).body.data.data
  await daria.get(`/payrolls/${newest.id}`)
}

test('an employee finds the newest five of the own payslips first, never those of others; who has none is told', async () => {
  await onScreen(
    'dipendente',
    '/dashboard',
    async ({ user, address, as, db }) => {
      const list = within(await screen.findByRole('region', { name: 'I miei cedolini' }))
      const rows = await list.findAllByRole('listitem')
      const today = new Date().toLocaleDateString('it-IT', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/Rome' })
      const row = (period: string, beside = 'Nuovo') => `${period} 2026pubblicato il ${today}${beside}`
      expect(rows.map(({ textContent }) => textContent)).toEqual([
        row('giugno', ''),
        ...['maggio', 'aprile', 'marzo', 'febbraio'].map((month) => row(month)),
      ])
      expect((await (await as('admin')).get('/payrolls?month=8&year=2026')).body.data.total, 'of somebody else').toBe(1)
      expect(await db.$count(pay_documents, isNull(pay_documents.published_at)), 'to be published').toBe(1)
      await user.click(list.getByRole('link', { name: 'Tutti (6)' }))
      await screen.findByRole('article', { name: 'Gennaio 2026' })
      expect(address()).toBe('/dipendente/paghe')
      expect(screen.getAllByRole('article')).toHaveLength(6)
    },
    payslips,
  )
  await onScreen('dipendente', '/dashboard', async () => {
    await within(await screen.findByRole('region', { name: 'I miei cedolini' })).findByText('Niente da segnalare oggi.')
  })
  await onScreen('contabilita', '/dashboard', async () => {
    await screen.findByRole('region', { name: 'Le tue pagine' })
    expect(screen.queryByRole('region', { name: 'I miei cedolini' })).toBeNull()
  })
})
