// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/equipment/tanks/StationTanks.tsx'
import '../../../src/features/overview/dashboard/Lists.tsx'
import '../../../src/features/overview/dashboard/PrepareStation.tsx'
import '../../../src/features/overview/dashboard/StationsToday.tsx'
import '../../../src/features/overview/dashboard/WorkCounters.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { communication_recipients } from '../../../server/db/schema/content/communications.ts'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { detailed_openings, openings } from '../../../server/db/schema/stations/station-sets.ts'
import { tankDb } from '../../../src/features/equipment/tanks/tank-store.ts'
import { ticketDb } from '../../../src/features/tickets/offline-tickets.ts'
import { appStored } from '../../../src/lib/app-stored.ts'
import { notices } from '../../../src/lib/notify.ts'
import { connection } from '../../../src/lib/online.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { onScreen } from '../support/world.tsx'

const place = () => screen.findByRole('region', { name: /^PV001 / })
const ready = async () => {
  const row = within(await screen.findByRole('region', { name: 'Lavoro senza rete' }))
  await row.findByText('Pronto per lavorare offline')
  return row
}

test('ready is said only once the app itself is on the device', () =>
  onScreen('gestore', '/dashboard', async () => {
    await ready()
    act(() => appStored.set(false))
    onTestFinished(() => appStored.set(true))
    const row = within(screen.getByRole('region', { name: 'Lavoro senza rete' }))
    row.getByText('Non ancora pronto per lavorare offline')
    row.getByText('· l’app si sta ancora salvando su questo dispositivo')
  }))

test('the first screen of a manager: the station as it is today, its prices and tanks with what can be done, what is due and was found', () =>
  onScreen('gestore', '/dashboard', async ({ user, address, open }) => {
    const own = within(await place())
    await own.findByText(/^(Aperto ora|Chiuso)$/)
    const sold = within(await own.findByRole('region', { name: 'Prezzi' }))
    expect((await sold.findAllByText(/Self \d,\d{3}\s€\/l/)).length).toBeGreaterThan(0)
    sold.getByText(/^Ultima variazione .*: la comunicazione al MIMIT /)
    sold.getByRole('button', { name: 'Scarica il cartello prezzi in PDF' })
    const held = within(own.getByRole('region', { name: 'Cisterne' }))
    expect((await held.findAllByText(/^Cisterna .* l$/)).length).toBeGreaterThan(0)
    expect(held.getAllByText(/^Prossima prova/).length).toBe(held.getAllByText(/^Cisterna /).length)
    await screen.findByRole('region', { name: 'Scadenze dei miei punti vendita' })
    await screen.findByRole('region', { name: 'Ultime verifiche' })
    const duties = within(await screen.findByRole('region', { name: 'I miei obblighi' }))
    const all = await duties.findByRole('button', { name: /^Tutti \(\d+\)$/ })
    const cards = () => duties.getAllByRole('button', { name: /^Segna come adempiuto/ }).length
    await waitFor(() => expect(cards()).toBe(4))
    await user.click(all)
    expect(cards()).toBeGreaterThan(4)
    await user.click(held.getByRole('button', { name: 'Nuovo intervento' }))
    const [, second] = await screen.findAllByRole('menuitem', { name: /^Cisterna / })
    const name = second!.textContent!.split(' · ')[0]!
    await user.click(second!)
    const card = within(await screen.findByRole('region', { name }))
    await waitFor(() => expect(document.activeElement).toBe(card.getByRole('combobox', { name: /^Tipo/ })))
    expect(address()).toBe('/stazioni/cisterne/1')
    await user.click(card.getByRole('button', { name: 'Annulla' }))
    await open('/dashboard')
    await user.click(within(await place()).getByRole('link', { name: 'Apri ticket' }))
    // The draft may have its own part of the address by now.
    expect(address()).toMatch(/^\/tickets\/nuovo\?pv=1(&bozza=|$)/)
  }))

test('of what is due at the stations ten are shown, and the others by one press', () =>
  onScreen(
    'gestore',
    '/dashboard',
    async ({ user }) => {
      const due = within(await screen.findByRole('region', { name: 'Scadenze dei miei punti vendita' }))
      const told = () => due.getAllByRole('listitem').map((one) => one.querySelector('p, a')!.textContent)
      const names = Array.from({ length: 13 }, (_, n) => `Prova ${n}`)
      await screen.findByText('13 scadenze scadute ai tuoi punti vendita, dal 10/01/2026.')
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
      await user.click(screen.getByRole('button', { name: 'Vedi le scadenze' }))
      expect((scrolled.mock.contexts[0] as Element).getAttribute('aria-labelledby')).toBe(
        screen.getByRole('heading', { name: 'Scadenze dei miei punti vendita' }).id,
      )
      scrolled.mockRestore()
      await waitFor(() => expect(told()).toEqual(names.slice(0, 10)))
      const [tank, ...others] = due.getAllByRole('listitem').map((one) =>
        within(one)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      )
      expect(tank).toEqual(['/stazioni/cisterne/1', '/tickets/nuovo?pv=1'])
      expect(others).toEqual(others.map(() => ['/tickets/nuovo?pv=1']))
      due.getByRole('link', { name: 'Apri ticket: Prova 3' })
      await user.click(due.getByRole('button', { name: 'Mostra altre 3' }))
      expect(told()).toEqual(names)
      expect(due.queryByRole('button')).toBeNull()
    },
    async ({ db }) => {
      await db.delete(expirations)
      const rows = Array.from({ length: 13 }, (_, n) => ({ message: `Prova ${n}`, date: `2026-01-${10 + n}`, station_id: 1 }))
      await db
        .insert(expirations)
        .values(rows.map((row, n) => ({ ...row, type: n ? ('estintori' as const) : ('serbatoi' as const), periodicity: 'once' as const })))
    },
  ))

test('a manager has the own obligations above the station, the first due first, and of the tanks the one whose test is late first', () =>
  onScreen(
    'gestore',
    '/dashboard',
    async () => {
      const duties = await screen.findByRole('region', { name: 'I miei obblighi' })
      const station = await place()
      expect(duties.compareDocumentPosition(station) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      const held = within(await within(station).findByRole('region', { name: 'Cisterne' }))
      const said = await held.findAllByText(/^Prossima prova/)
      const lines = said.map((one) => one.parentElement!.textContent!)
      expect(lines[0]).toMatch(/^Prossima prova ?Scaduto 31\/01\/2020$/)
      expect(lines.at(-1)).toBe('Prossima prova: non nota')
      const days = (await within(duties).findAllByText(/entro il \d/)).map(
        (one) => /entro il (\d\d)\/(\d\d)\/(\d{4})/.exec(one.textContent!)!,
      )
      const iso = days.map(([, date, month, year]) => `${year}-${month}-${date}`)
      expect(iso).toEqual([...iso].sort())
    },
    async ({ db }) => {
      const own = await db.select().from(tanks).where(eq(tanks.station_id, 1)).orderBy(tanks.id)
      expect(own.length).toBeGreaterThan(2)
      await db.update(tanks).set({ next_test: null }).where(eq(tanks.id, own[0]!.id))
      await db
        .update(tanks)
        .set({ next_test: '2020-01-31' })
        .where(eq(tanks.id, own.at(-1)!.id))
    },
  ))

test('with one tank "Nuovo intervento" leads to its open form at once, and to the same one again', () =>
  onScreen(
    'gestore',
    '/dashboard',
    async ({ user, open }) => {
      for (let times = 0; times < 2; times += 1) {
        await open('/dashboard')
        await user.click(await screen.findByRole('button', { name: 'Nuovo intervento' }))
        await screen.findByRole('combobox', { name: /^Tipo/ })
      }
      expect(screen.getAllByRole('combobox', { name: /^Tipo/ })).toHaveLength(1)
      await user.click(screen.getByRole('button', { name: 'Annulla' }))
      await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Tipo/ })).toBeNull())
    },
    async ({ db }) => {
      const own = await db.select().from(tanks).where(eq(tanks.station_id, 1)).orderBy(tanks.id)
      for (const { id } of own.slice(1)) await db.update(tanks).set({ status: 'dismesso' }).where(eq(tanks.id, id))
    },
  ))

test('where only the pumps are open it says so, and when who serves comes back', () =>
  onScreen(
    'gestore',
    '/dashboard',
    async () => {
      const own = within(await place())
      await own.findByText('Solo self')
      own.getByText('self 24 ore')
      expect(own.queryByText('Chiuso')).toBeNull()
    },
    async ({ db }) => {
      await db.update(openings).set({ closed: true, h24: false }).where(eq(openings.station_id, 1))
      await db.delete(detailed_openings).where(eq(detailed_openings.station_id, 1))
      const always = { station_id: 1, mode: 'self', season: 'annuale', closed: false, h24: true } as const
      await db.insert(detailed_openings).values(Array.from({ length: 8 }, (_, n) => ({ ...always, weekday: n + 1 })))
    },
  ))

test('a worker sees station and prices, and nothing of what a manager looks after', () =>
  onScreen('addetto', '/dashboard', async ({ network }) => {
    await within(await place()).findByRole('region', { name: 'Prezzi' })
    expect(screen.queryByRole('region', { name: 'Cisterne' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Ultime verifiche' })).toBeNull()
    await ready()
    expect(network.asked.filter((asked) => /dashboard\/station|\/tanks|\/support/.test(asked))).toEqual([])
  }))

test('once it is ready all of it stands without a network, with its age, and nothing is red', () =>
  onScreen('gestore', '/utenti/profilo', async (world) => {
    const { network, open, db } = world
    const gina = await world.as('gestore')
    await openedBy(world, gina, { subject: 'Pompa ferma' })
    const words = { subject: 'Procedura di scarico', body: '<p>Messa a terra prima delle manichette.</p>', users: [gina.user_id] }
    const { id } = (await (await world.as('messaggi')).post('/communications-ctrl', words)).body.data
    await open('/dashboard')
    await place()
    await ready()
    await waitFor(async () => {
      expect(await tankDb()!.stations.count()).toBeGreaterThan(0)
      expect(await ticketDb()!.tickets.count()).toBeGreaterThan(0)
    })
    const [sent] = await db.select().from(communication_recipients).where(eq(communication_recipients.communication_id, id))
    expect(sent!.read_at, 'brought to the device, read by nobody').toBeNull()
    network.down = true
    connection.set('unreachable')
    try {
      await open(`/comunicazioni/${id}?type=2`)
      await screen.findByText('Messa a terra prima delle manichette.')
      expect(((await screen.findByRole('button', { name: 'Ho preso visione' })) as HTMLButtonElement).disabled).toBe(false)
      await open('/stazioni/1?scheda=contatti')
      await screen.findByText('Orari dettagliati')
      await waitFor(() => expect(document.querySelector('main .skeleton')).toBeNull())
      await open('/dashboard')
      const row = await ready()
      row.getByText(/^· dati di .+ fa \(\d\d\/\d\d\/\d{4} \d\d:\d\d\)$/)
      expect((row.getByRole('button', { name: 'Aggiorna dati offline' }) as HTMLButtonElement).disabled).toBe(true)
      await within(await place()).findByRole('region', { name: 'Cisterne' })
      const sign = within(await place()).getByRole('button', { name: 'Scarica il cartello prezzi in PDF (serve la rete)' })
      expect([sign.textContent, (sign as HTMLButtonElement).disabled]).toEqual(['Cartello prezzi (serve la rete)', true])
      await waitFor(() => expect(document.querySelector('main .skeleton')).toBeNull())
      expect(screen.queryAllByText(/dato non disponibile|Errore nel caricamento/)).toEqual([])
      expect(notices.get().filter(({ color }) => color === 'error')).toEqual([])
      within(screen.getByRole('region', { name: 'I miei ticket' })).getByRole('link', { name: /Pompa ferma$/ })
    } finally {
      connection.set('online')
    }
  }))
