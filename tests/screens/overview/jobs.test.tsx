// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { mimit_prices } from '../../../server/db/schema/prices/mimit.ts'
import { fuels, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { makeFuel, makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen } from '../support/world.tsx'

/** A station with a price that can be taken and one whose fuel nobody has associated. */
async function registry({ db }: World) {
  await db.delete(mimit_prices)
  const petrol = await makeFuel(db)
  await db
    .update(fuels)
    .set({ mise_names: ['Benzina prova'] })
    .where(eq(fuels.id, petrol.id))
  const station = await makeStation(db, { code: 'ZJ1', mise_id: 990_001 })
  await db.insert(station_fuels).values({ station_id: station.id, fuel_id: petrol.id })
  const price = { station_id: 990_001, self: true, price: 1.789, dt: '2026-04-20T06:00:00.000Z' }
  await db.insert(mimit_prices).values([
    { ...price, fuel_raw: 'Benzina prova' },
    { ...price, fuel_raw: 'Carburante nuovo' },
  ])
}
/** Esito and Dettaglio of each row. */
const told = () => cells().map(([, outcome, message]) => [outcome, message])

test('a job starts after a confirmation, shows its progress, and failed rows are retried once corrected', () =>
  onScreen(
    'admin',
    '/storico-job',
    async (world) => {
      await screen.findByText('Qui compaiono i lavori che durano a lungo, dal primo in poi.')
      await world.user.click(screen.getByRole('button', { name: 'Prezzi MIMIT a listino' }))
      await world.user.click(await screen.findByRole('button', { name: 'Avvia' }))
      await screen.findByText('In coda')
      expect(world.address()).toMatch(/^\/storico-job\/\d+$/)
      await screen.findByRole('progressbar', { name: 'Avanzamento' })
      await world.runs()
      await screen.findByText('Completato con errori')
      await screen.findByText('Righe: 2 di 2 · Errori: 1')
      await screen.findByText('1,789 €')
      expect(told()).toEqual([
        ['Errore', 'Carburante da associare: Carburante nuovo.'],
        ['Fatto', '1,789 €'],
      ])
      expect(screen.getByText('Carburante da associare: Carburante nuovo.').className, 'a long reason wraps').toBe('preline')
      expect(screen.queryByRole('progressbar', { name: 'Avanzamento' })).toBeNull()
      await world.user.click(screen.getByRole('tab', { name: 'Log' }))
      await screen.findByText('Finito: 2 righe, 1 con errori.')
      await world.user.click(screen.getByRole('tab', { name: 'Righe' }))

      await world.db
        .update(fuels)
        .set({ mise_names: ['Benzina prova', 'Carburante nuovo'] })
        .where(eq(fuels.name, 'Benzina di prova'))
      await world.user.click(screen.getByRole('button', { name: 'Riprova le righe fallite' }))
      await screen.findByText('Job rimesso in coda')
      await screen.findByText('Righe: 1 di 2 · Errori: 0')
      await world.runs()
      await screen.findByText('Completato')
      expect(screen.queryByRole('button', { name: /^(Riprova|Riprendi|Annulla)/ })).toBeNull()
    },
    registry,
  ))

test('"Annulla" asks, then stops the job and says how far it came; "Riprendi" continues it', () =>
  onScreen(
    'admin',
    '/storico-job',
    async (world) => {
      const admin = await world.as('admin')
      const { id } = (await admin.post('/mimit/publish')).body.data
      await world.open(`/storico-job/${id}`)
      await world.user.click(await screen.findByRole('button', { name: 'Annulla' }))
      const dialog = await screen.findByRole('dialog', { name: 'Fermare l’operazione?' })
      await world.user.click(within(dialog).getByRole('button', { name: 'Ferma' }))
      await screen.findByText('Job fermato')
      await screen.findByText('Fermato')
      await world.user.click(screen.getByRole('tab', { name: 'Log' }))
      await screen.findByText(/^Fermato da .+ prima di iniziare\.$/)
      await world.user.click(screen.getByRole('button', { name: 'Riprendi' }))
      await screen.findByText('In coda')
      await world.runs()
      await screen.findByText('Completato con errori')
    },
    registry,
  ))

for (const [who, call, said] of [
  ['admin', 'POST /api/v1/admin/history/revert/', /^Ripristino dell’operazione \d+ avviato\.$/],
  ['rete', 'POST /api/v1/admin/history/', 'Ripristino avviato'],
] as const)
  test(`"Ripristina" undoes a job after a question and shows the undoing job, as ${who}`, () =>
    onScreen(who, '/dashboard', async (world) => {
      const me = await world.as(who)
      const over = { type: 'operazione_in_blocco', description: 'Prova', status: 'completato', done: 1, user_id: me.user_id } as const
      const [job] = await world.db.insert(job_history).values(over).returning()
      await world.open(`/storico-job/${job!.id}`)
      await world.user.click(await screen.findByRole('button', { name: 'Ripristina' }))
      const dialog = await screen.findByRole('dialog', { name: 'Ripristinare?' })
      within(dialog).getByText(/, quello che ha creato viene eliminato\./)
      await world.user.click(within(dialog).getByRole('button', { name: 'Ripristina' }))
      await screen.findByText(said)
      await screen.findByRole('heading', { name: 'Ripristino di un’operazione' })
      const sent = world.network.asked.filter((one) => one.startsWith('POST') && one.includes('/admin/history/'))
      expect(sent).toEqual([who === 'admin' ? `${call}${job!.id}` : `${call}${job!.id}/undo`])
      const [, undo] = await world.db.select().from(job_history).orderBy(job_history.id)
      expect(world.address()).toBe(`/storico-job/${undo!.id}`)
    }))

test('a job of which some rows could not be put back says so, and leads to its undo and to the rows left', () =>
  onScreen('admin', '/dashboard', async (world) => {
    const me = await world.as('admin')
    const over = { type: 'operazione_in_blocco', description: 'Prova', done: 2, items: 2, user_id: me.user_id }
    const [job] = await world.db
      .insert(job_history)
      .values({ ...over, status: 'annullato_in_parte' })
      .returning()
    const [undo] = await world.db
      .insert(job_history)
      .values({ ...over, type: 'ripristino', input: { job: job!.id }, status: 'completato_con_errori', errors: 1 })
      .returning()
    await world.open(`/storico-job/${job!.id}`)
    await screen.findByText('Ripristinato in parte')
    screen.getByRole('button', { name: 'Ripristina' })
    await screen.findByRole('link', { name: 'Ripristino' })
    const left = screen.getByRole('link', { name: 'Righe non ripristinate' })
    expect(left.closest('li')!.textContent).toBe('Righe non ripristinate1')
    await world.user.click(left)
    await screen.findByText('Completato con errori')
    expect(world.address()).toBe(`/storico-job/${undo!.id}?outcome=errore`)
    expect(screen.queryByRole('button', { name: 'Riprova le righe fallite' })).toBeNull()
    await screen.findByRole('link', { name: 'Operazione ripristinata' })
  }))

test('the list shows the progress of each job, as cards on a phone; a failed read is not an empty list', () =>
  onScreen(
    'admin',
    '/dashboard',
    async (world) => {
      await (await world.as('admin')).post('/mimit/publish')
      await world.runs()
      world.network.instead = (_, url) => (url.includes('/admin/history') ? new Response('{}', { status: 500 }) : undefined)
      await world.open('/storico-job')
      await screen.findByText('Errore nel caricamento.')
      expect(screen.queryByText('Qui compaiono i lavori che durano a lungo, dal primo in poi.')).toBeNull()
      world.network.instead = () => undefined
      await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
      const link = await screen.findByRole('link', { name: 'Prezzi MIMIT a listino' })
      expect([...link.closest('tr')!.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
        ...['Prezzi MIMIT a listino', expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/), 'Prezzi comunicati al MIMIT'],
        ...['2 di 2', '1', 'Completato con errori', expect.stringMatching(/\w/)],
      ])
      media.phone = true
      try {
        await world.reload('/storico-job')
        const card = (await screen.findByRole('link', { name: 'Prezzi MIMIT a listino' })).closest('li')!
        within(card).getByText('2 di 2')
        within(card).getByText('Completato con errori')
      } finally {
        media.phone = false
      }
    },
    registry,
  ))

test('without super rights there is no menu entry, only own jobs are listed, and no price import is offered', () =>
  onScreen(
    'rete',
    '/dashboard',
    async (world) => {
      await (await world.as('admin')).post('/mimit/publish')
      await world.open('/storico-job')
      await screen.findByText('Qui compaiono i lavori che durano a lungo, dal primo in poi.')
      expect(screen.queryByRole('link', { name: 'Storico job' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Prezzi MIMIT a listino' })).toBeNull()
      expect(screen.queryByRole('link', { name: 'Prezzi MIMIT a listino' })).toBeNull()
      const [job] = await world.db.select().from(job_history)
      await world.open(`/storico-job/${job!.id}`)
      await screen.findByText('Pagina non trovata')
    },
    registry,
  ))
