// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/HoursDialog.tsx'
import '../../../src/features/stations/tabs/Bills.tsx'
import '../../../src/features/stations/tabs/Contacts.tsx'
import '../../../src/features/stations/tabs/General.tsx'
import '../../../src/features/stations/tabs/Networks.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { detailed_openings, station_bills, station_networks } from '../../../server/db/schema/stations/station-sets.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { assign, makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

afterEach(forgetNotices)
/** Saves and waits until the form shows the answer. */
const told = async (text: string) => {
  await waitFor(() => expect(notices.get().map(({ content }) => content)).toContain(text))
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Salva' }).filter((one) => one.dataset.loading)).toEqual([]))
}
const idOf = async ({ db }: Pick<World, 'db'>, code: string) => (await db.select().from(stations).where(eq(stations.code, code)))[0]!.id
const one = async ({ db }: World) => void (await makeStation(db, { code: 'ZZ1' }))
const button = (name: string) => screen.findByRole('button', { name })
const box = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)

test('the page of a station names its manager', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      await world.open(`/stazioni/${await idOf(world, 'ZZ1')}`)
      const [label] = await screen.findAllByText('Gestore')
      expect(label!.parentElement!.textContent).toBe('GestoreAda Gestrice')
    },
    async ({ db, as }) => {
      const { id } = await makeStation(db, { code: 'ZZ1' })
      const { user_id } = await as('gestore')
      await db.update(users).set({ name: 'Ada Gestrice' }).where(eq(users.id, user_id))
      await assign(db, id, user_id)
    },
  ))

test('a network line is added, refused with the input kept, changed, and removed', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, db } = world
      const id = await idOf(world, 'ZZ1')
      const stored = () => db.select().from(station_networks).where(eq(station_networks.station_id, id))
      await world.open(`/stazioni/${id}?scheda=reti`)
      await screen.findByText('Nessuna rete.')
      await user.click(await button('Aggiungi rete'))
      await user.click(await button('Salva'))
      await waitFor(async () => expect((await box(/^Operatore/)).getAttribute('aria-invalid')).toBe('true'))
      await user.type(await box(/^Operatore/), 'Rete Veloce')
      await user.type(await box(/^IP pubblico/), '300.1.1.1')
      await user.click(await button('Salva'))
      await waitFor(async () => expect((await box(/^IP pubblico/)).getAttribute('aria-invalid')).toBe('true'))
      expect([(await box(/^Operatore/)).value, (await box(/^IP pubblico/)).value]).toEqual(['Rete Veloce', '300.1.1.1'])
      expect(await stored(), 'nothing is written meanwhile').toEqual([])
      await user.clear(await box(/^IP pubblico/))
      await user.type(await box(/^IP pubblico/), '93.45.1.2')
      await user.click(await button('Salva'))
      await told('Reti modificate')
      expect(await stored()).toMatchObject([{ provider: 'Rete Veloce', public_ip: '93.45.1.2' }])

      forgetNotices()
      await user.clear(await box(/^Operatore/))
      await user.type(await box(/^Operatore/), 'Rete Lenta')
      await user.click(await button('Salva'))
      await told('Reti modificate')
      expect(await stored()).toMatchObject([{ provider: 'Rete Lenta', public_ip: '93.45.1.2' }])

      await user.click(await button('Togli la rete 1'))
      await screen.findByText('Nessuna rete.')
      await user.click(await button('Annulla'))
      await user.click(await button('Esci senza salvare'))
      expect((await box(/^Operatore/)).value, 'taken back before it is saved').toBe('Rete Lenta')
      forgetNotices()
      await user.click(await button('Togli la rete 1'))
      await user.click(await button('Salva'))
      await told('Reti modificate')
      expect(await stored()).toEqual([])
    },
    one,
  ))

test('a bill is added, refused with the input kept, and removed; amounts are in Italian format', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, db } = world
      const id = await idOf(world, 'ZZ1')
      const stored = () => db.select().from(station_bills).where(eq(station_bills.station_id, id))
      await world.open(`/stazioni/${id}?scheda=bollette`)
      await screen.findByText('Nessuna utenza.')
      await user.click(await button('Aggiungi utenza'))
      await user.click(await screen.findByRole('combobox', { name: /^Utenza/ }))
      await user.click(await screen.findByRole('option', { name: 'Energia elettrica' }))
      await user.type(await box(/^Fornitore/), 'Luce Spa')
      await user.type(await box(/^POD/), 'XX')
      await user.type(await box(/^Ultimo importo/), '1234,5')
      await user.click(await button('Salva'))
      await waitFor(async () => expect((await box(/^POD/)).getAttribute('aria-invalid')).toBe('true'))
      expect((await box(/^POD/)).value).toBe('XX')
      expect(await stored(), 'nothing is written meanwhile').toEqual([])
      await user.clear(await box(/^POD/))
      await user.type(await box(/^POD/), 'IT001E12345678')
      await user.click(await button('Salva'))
      await told('Bollette modificate')
      expect(await stored()).toMatchObject([{ type: 'elettricita', supplier: 'Luce Spa', pod: 'IT001E12345678' }])
      expect(Number((await stored())[0]!.last_amount)).toBe(1234.5)
      forgetNotices()
      await user.click(await button('Togli l’utenza 1'))
      await user.click(await button('Salva'))
      await told('Bollette modificate')
      expect(await stored()).toEqual([])
    },
    one,
  ))

const week = (station_id: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ station_id, mode: 'self' as const, weekday, open1: '07:00', close1: '19:00' }))
test('detailed hours are shown beside the week and edited there', () =>
  onScreen(
    'admin',
    '/stazioni',
    async (world) => {
      const { user, db } = world
      const id = await idOf(world, 'ZZ1')
      await world.open(`/stazioni/${id}?scheda=contatti`)
      const part = within((await screen.findByRole('heading', { name: 'Orari dettagliati' })).closest('section')!)
      await part.findByRole('columnheader', { name: /^Self, annuale/ })
      expect(within(part.getByRole('rowheader', { name: 'Lunedì' }).closest('tr')!).getByRole('cell').textContent).toBe('07:00–19:00')
      part.getByText('come la domenica')

      await user.click(part.getByRole('button', { name: 'Aggiungi orari' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Bar, estivo' }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.type(dialog.getByLabelText('Lunedì'), '6-22')
      await user.click(dialog.getByRole('button', { name: 'Copia gli orari: Lunedì' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Copia su tutti i giorni' }))
      await user.click(dialog.getByRole('button', { name: 'Salva' }))
      await part.findByRole('columnheader', { name: /^Bar, estivo.*01\/06–30\/09$/ })
      const stored = await db.select().from(detailed_openings).where(eq(detailed_openings.station_id, id))
      expect(stored.map(({ mode }) => mode)).toHaveMembers([...Array(8).fill('bar'), ...Array(7).fill('self')])
      // A later save on the same page is not mistaken for a stale copy.
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await user.click(await button('Aggiungi telefono'))
      await user.type(screen.getAllByLabelText(/^Numero/).at(-1)!, '0521 123456')
      const phones = within(screen.getByRole('heading', { name: 'Telefoni' }).closest('section')!)
      await user.click(phones.getByRole('button', { name: 'Salva' }))
      await told('Telefoni modificati')
    },
    async ({ db }) => {
      const { id } = await makeStation(db, { code: 'ZZ1' })
      await db.insert(detailed_openings).values(week(id))
    },
  ))

test('a reader is offered no change, and missing hours are shown as such', () =>
  onScreen(
    'lettura.rete',
    '/stazioni',
    async (world) => {
      const part = async () => within((await screen.findByRole('heading', { name: 'Orari dettagliati' })).closest('section')!)
      await world.open(`/stazioni/${await idOf(world, 'ZZ1')}?scheda=contatti`)
      await (await part()).findByRole('columnheader', { name: 'Self, annuale' })
      expect((await part()).queryByRole('button')).toBeNull()
      await world.open(`/stazioni/${await idOf(world, 'ZZ2')}?scheda=contatti`)
      await (await part()).findByText('Orari non ancora inseriti.')
    },
    async ({ db, as }) => {
      const { user_id } = await as('lettura.rete')
      const first = await makeStation(db, { code: 'ZZ1' })
      const second = await makeStation(db, { code: 'ZZ2' })
      await db.insert(detailed_openings).values(week(first.id))
      for (const { id } of [first, second]) await assign(db, id, user_id)
    },
  ))

test('a failed read of hours shows the error with a retry instead of "no hours"; hidden seasons are named', () =>
  onScreen(
    'lettura.rete',
    '/stazioni',
    async (world) => {
      const { network, user } = world
      const part = async () => within((await screen.findByRole('heading', { name: 'Orari dettagliati' })).closest('section')!)
      const address = `/stazioni/${await idOf(world, 'ZZ1')}?scheda=contatti`
      const instead = (answer: () => Response) => {
        network.instead = (_, url) => (url.includes('/stations/detailed-openings') ? answer() : undefined)
      }
      instead(() => Response.json({ error: 'Errore di prova' }, { status: 500 }))
      await world.open(address)
      const again = await (await part()).findByRole('button', { name: 'Riprova' })
      expect((await part()).queryByText(/Orari non ancora inseriti/)).toBeNull()
      instead(() => Response.json({ data: [], last_page: 1, page: 1, per_page: 25, total: 0 }))
      await user.click(again)
      await (await part()).findByText('Gli orari dettagliati di questo punto vendita non ti sono visibili.')
      expect((await part()).queryByText(/Orari non ancora inseriti/)).toBeNull()
      network.instead = () => undefined
      await world.reload(address)
      await (await part()).findByRole('columnheader', { name: 'Self, annuale' })
    },
    async ({ db, as }) => {
      const { id } = await makeStation(db, { code: 'ZZ1' })
      await db.insert(detailed_openings).values(week(id))
      await assign(db, id, (await as('lettura.rete')).user_id)
    },
  ))
