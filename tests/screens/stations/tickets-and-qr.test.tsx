// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/equipment/qr/QrDialog.tsx'
import '../../../src/features/equipment/qr/StationQr.tsx'
import '../../../src/features/equipment/tabs/Equipment.tsx'
import '../../../src/features/stations/StationForm.tsx'
import '../../../src/features/tickets/StationTickets.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

const prepared = async ({ db, as }: World) => {
  const one = await makeStation(db, { code: 'ZZ1', name: 'Prova uno', city: 'Forlì', province: 'FC', hasRent: true, rent_amount: 12_000 })
  const two = await makeStation(db, { code: 'ZZ2', name: 'Prova due', city: 'Cesena', province: 'FC' })
  const admin = await as('admin')
  const [category] = await db.select().from(ticket_categories).limit(1)
  const of = { category_id: category!.id, description: 'Da vedere', priority: 2, requester_id: admin.user_id, source: 'web' as const }
  await db.insert(tickets).values([
    {
      ...of,
      id_year: 2031,
      id_number: 7,
      uid: 'prova-7',
      due_at: '2031-01-01T00:00:00.000Z',
      station_id: one.id,
      subject: 'Pompa che perde',
    },
    {
      ...of,
      id_year: 2031,
      id_number: 8,
      uid: 'prova-8',
      due_at: '2031-01-01T00:00:00.000Z',
      station_id: two.id,
      subject: 'Insegna spenta',
    },
  ])
}
const idOf = async ({ db }: Pick<World, 'db'>, code: string) =>
  (await db.select({ id: stations.id }).from(stations).where(eq(stations.code, code)))[0]!.id

test('a tab of the station shows its tickets and no others', () =>
  onScreen(
    'admin',
    '/stazioni?search=zz',
    async (world) => {
      await world.open(`/stazioni/${await idOf(world, 'ZZ1')}`)
      await world.user.click(await screen.findByRole('tab', { name: 'Ticket' }))
      await screen.findByRole('link', { name: /Pompa che perde$/ })
      expect(screen.queryByText('Insegna spenta')).toBeNull()
    },
    prepared,
  ))

test('the QR of a station stands under its equipment, and is made there without choosing the station', () =>
  onScreen(
    'admin',
    '/stazioni?search=zz',
    async (world) => {
      const { user } = world
      world.network.instead = (method, url) => (method === 'GET' && /\/qr\b/.test(url) ? new Response('{}', { status: 500 }) : undefined)
      await world.open(`/stazioni/${await idOf(world, 'ZZ1')}?scheda=attrezzature&parte=qr`)
      await screen.findByText('Il QR non è arrivato.')
      world.network.instead = () => undefined
      await user.click(screen.getByRole('button', { name: 'Riprova' }))
      await screen.findByText('Nessun QR di questo punto vendita.')
      await user.click(screen.getByRole('button', { name: 'Nuovo QR' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo QR' }))
      expect(dialog.queryByLabelText(/^Punto vendita/)).toBeNull()
      await user.type(dialog.getByLabelText(/^Nome/), 'Cassa')
      await user.click(dialog.getByRole('button', { name: 'Salva' }))
      await screen.findByText('QR Inserito')
      expect(await within(await screen.findByRole('list', { name: 'QR' })).findByText('Cassa')).toBeTruthy()
    },
    prepared,
  ))

test('the stations have a third view, of cards, which a reload and a colleague find again by the address', () =>
  onScreen(
    'admin',
    '/stazioni?search=zz&sort=code',
    async ({ user, address, reload }) => {
      await screen.findByRole('table')
      await user.click(screen.getByRole('radio', { name: 'Schede' }))
      await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
      expect(address()).toBe('/stazioni?search=zz&sort=code&schede=true')
      await reload()
      const [first] = within(await screen.findByRole('list', { name: /^Stazioni/ })).getAllByRole('listitem')
      expect(first!.textContent).toContain('Forlì (FC)')
      await user.click(screen.getByRole('radio', { name: 'Elenco' }))
      await screen.findByRole('table')
    },
    prepared,
  ))

test('the town of a station is suggested while it is typed, any other may be written, and sums are typed as the documents say', () =>
  onScreen(
    'admin',
    '/stazioni?search=zz',
    async (world) => {
      const { user } = world
      await world.open(`/stazioni/${await idOf(world, 'ZZ1')}`)
      await screen.findByText('12.000,00')
      await user.click(await screen.findByRole('button', { name: 'Modifica' }))
      const town = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Città/ })
      await user.clear(town)
      await user.type(town, 'cese')
      await user.click(await screen.findByRole('option', { name: 'Cesena' }))
      expect(town.value).toBe('Cesena')
      const rent = screen.getByLabelText<HTMLInputElement>('Canone annuo (€)')
      expect(rent.value).toBe('12.000,00')
      await user.clear(rent)
      await user.type(rent, '1250050')
      expect(rent.value).toBe('12500,50')
      await user.click(screen.getByRole('button', { name: 'Salva' }))
      await screen.findByText('12.500,50')
      const [saved] = await world.db.select().from(stations).where(eq(stations.code, 'ZZ1'))
      expect(saved).toMatchObject({ city: 'Cesena', rent_amount: 12_500.5 })
    },
    prepared,
  ))
