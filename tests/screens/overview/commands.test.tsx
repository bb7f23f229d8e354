// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/CommandsTab.tsx'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { gpl_courses } from '../../../server/db/schema/gpl/gpl.ts'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { mimit_prices } from '../../../server/db/schema/prices/mimit.ts'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { markOf } from '../../../server/lib/jobs/google-calendar.ts'
import { registryFeed } from '../../../server/registry-feed.ts'
import { obligedOn } from '../../api/support/management-fixtures.ts'
import { dropFolder, PRICES, priceFile, runImport, STATIONS, stationFile } from '../../api/support/mimit-fixtures.ts'
import { onScreen } from '../support/world.tsx'

const PAGE = '/impostazioni?scheda=comandi'
const card = async () => within(await screen.findByRole('region', { name: 'Calendario' }))

test('without a calendar the commands say that none is configured, and offer none', () =>
  onScreen('admin', PAGE, async () => {
    const calendar = await card()
    calendar.getByText('Non configurato')
    expect(calendar.queryByRole('button')).toBeNull()
  }))

test('the calendar of the company is brought up to date from the commands, which say what was written and what is left', () => {
  const there = new Map<string, string>()
  return onScreen(
    'admin',
    PAGE,
    async (world) => {
      world.network.instead = (_, url) => (url.endsWith('/commands/calendar') ? new Response('{}', { status: 500 }) : undefined)
      await world.reload()
      await screen.findByText('Errore nel caricamento.')
      world.network.instead = () => undefined
      await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
      const calendar = await card()
      calendar.getByText('Attivo')
      calendar.getByText(/nel calendario rete@example\.it/)
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Voci scritte o tolte: 300. Ne restano 1: premere di nuovo.')
      expect(there.size).toBe(300)
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Voci scritte o tolte: 1.')
      await world.user.click(calendar.getByRole('button', { name: 'Aggiorna ora' }))
      await calendar.findByText('Il calendario era già aggiornato.')
    },
    async ({ db, deps }) => {
      await db.update(gpl_courses).set({ status: 'cancelled' })
      await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
      const one = { type: 'terra' as const, message: 'Messa a terra', date: '2099-01-01', periodicity: 'once' as const }
      await db.insert(expirations).values(Array.from({ length: 301 }, () => one))
      deps.calendar = {
        name: 'rete@example.it',
        known: async () => new Map(there),
        put: async (event) => void there.set(event.id, markOf(event)),
        remove: async (id) => void there.delete(id),
      }
    },
  )
})

test('"Avvisa ora" says how many expirations, obligations and tickets were told, and by how many mails and pushes', () =>
  onScreen('admin', PAGE, async ({ db, user }) => {
    const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    await db.update(expirations).set({ status: 'cancelled' }).where(eq(expirations.status, 'open'))
    await db.update(tickets).set({ due_at: '2099-01-01T00:00:00.000Z' })
    await db.update(cards).set({ tank_expiration: '2099-01-01' })
    await db.update(notification_groups).set({ active: false })
    await obligedOn(db, yesterday)
    await db
      .insert(expirations)
      .values(['uno', 'due'].map((message) => ({ type: 'terra' as const, periodicity: 'once' as const, message, date: yesterday })))
    await user.click(await screen.findByRole('button', { name: 'Avvisa ora' }))
    await screen.findByText(
      /^Ultima esecuzione: scadenze 2, obblighi 1, serbatoi GPL 0, ticket 0; email \d+, notifiche sui dispositivi 0\.$/,
    )
  }))

/** Where the ministry's files come from with that `MIMIT_URL`. */
async function feedOf(setting: string) {
  vi.stubEnv('MIMIT_URL', setting)
  vi.stubEnv('DROP_DIR', '')
  vi.resetModules()
  const { mimitUrl, dropDir } = await import('../../../server/environment.ts')
  vi.unstubAllEnvs()
  return registryFeed(mimitUrl, dropDir)
}
const registry = async () => within(await screen.findByRole('region', { name: 'Registro e prezzi MIMIT' }))
test('doubtful files of the ministry are asked about in words, and the answer takes them all the same', () =>
  onScreen('admin', PAGE, async (world) => {
    const drop = dropFolder(world)
    drop.put(stationFile(STATIONS), priceFile(PRICES))
    expect((await runImport(world)).job.status).toBe('completato')
    drop.put(stationFile(STATIONS, { day: '2026-08-20' }), priceFile(PRICES.slice(0, 2)))
    expect((await runImport(world)).job.status).toBe('fallito')
    await world.reload()
    const card = await registry()
    await card.findByText(
      'Il file anagrafica è del 20/08/2026, in archivio c’è già quello del 21/08/2026. I file contengono 2 prezzi, il registro ne ha 6: sembrano incompleti. Non è stato importato nulla: se è giusto così, importa comunque.',
    )
    card.getByText(/I file si mettono nella cartella .*mimit\/in\.$/)
    await world.user.click(card.getByRole('button', { name: 'Importa comunque' }))
    await screen.findByText('Job avviato')
    await world.runs()
    expect(await world.db.$count(mimit_prices)).toBe(2)
    await world.reload()
    await (await registry()).findByText(/In archivio: 4 impianti e 2 prezzi del 20\/08\/2026\./)
    expect((await registry()).queryByText('I file sono dubbi')).toBeNull()
  }))
test('the commands say where the files come from and how that is switched off', () =>
  onScreen(
    'admin',
    PAGE,
    async () => {
      const card = await registry()
      card.getByText('Attivo')
      card.getByText(
        /I file vengono da https:\/\/www\.mimit\.gov\.it \(chi amministra il server può cambiare l’indirizzo o spegnerlo con MIMIT_URL\)\.$/,
      )
      card.getByRole('button', { name: 'Importa ora' })
      expect(card.queryByText(/^Servizio MIMIT spento/)).toBeNull()
    },
    async ({ deps }) => {
      deps.registry = await feedOf('')
    },
  ))
test('with MIMIT_URL=off the commands say that the service is off, and offer no import', () =>
  onScreen(
    'admin',
    PAGE,
    async () => {
      const card = await registry()
      card.getByText('Non configurato')
      card.getByText(
        'Servizio MIMIT spento (MIMIT_URL=off): chi amministra il server può togliere l’impostazione, e i file vengono dal sito del ministero, o indicare una cartella di scambio (DROP_DIR).',
      )
      expect(card.queryByRole('button', { name: 'Importa ora' })).toBeNull()
    },
    async ({ deps }) => {
      deps.registry = await feedOf('off')
    },
  ))
