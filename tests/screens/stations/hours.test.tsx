// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { detailed_openings, openings } from '../../../server/db/schema/stations/station-sets.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { LATE_CLOSE } from '../../../src/rules/stations/opening-hours.ts'
import { assign, makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

const ADDRESS = '/stazioni/riepilogo-orari?search=prova+zz&sort=code'
const week = (station_id: number, mode: 'servito' | 'self') =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ station_id, mode, weekday, open1: '07:00', close1: '19:00' }))
const seeded = async ({ db }: World) => {
  const { id } = await makeStation(db, { code: 'ZZ1' })
  await makeStation(db, { code: 'ZZ2' })
  await db.insert(detailed_openings).values([...week(id, 'servito'), ...week(id, 'self')])
}
const stored = async ({ db }: World, code: string) => {
  const [row] = await db.select().from(stations).where(eq(stations.code, code))
  return db.select().from(detailed_openings).where(eq(detailed_openings.station_id, row!.id)).orderBy(detailed_openings.id)
}
const field = (name: string) =>
  screen.findByRole<HTMLInputElement>('combobox', { name }).catch(() => screen.findByLabelText<HTMLInputElement>(name))

test('a day is edited in its cell by mouse and keyboard: invalid text stays, Esc reverts, the focus returns to the cell', () =>
  onScreen(
    'admin',
    ADDRESS,
    async ({ user, ...world }) => {
      await user.click((await screen.findAllByRole('button', { name: '7–19' }))[0]!)
      const monday = await field('Lunedì, ZZ1')
      expect(document.activeElement).toBe(monday)
      await user.clear(monday)
      await user.type(monday, '19-8{Enter}')
      await screen.findByText(LATE_CLOSE)
      expect(monday.value).toBe('19-8')
      await user.keyboard('{Escape}')
      const cell = document.activeElement as HTMLElement
      expect([cell.tagName, cell.textContent]).toEqual(['TD', '7–19'])

      await user.keyboard('{ArrowRight}{Enter}')
      const tuesday = await field('Martedì, ZZ1')
      await user.clear(tuesday)
      await user.type(tuesday, '8-12.30 15-19{Enter}')
      await screen.findByText('Orari creati')
      await waitFor(() => expect((document.activeElement as HTMLElement).textContent).toBe('8–12:3015–19'))
      const rows = await stored(world, 'ZZ1')
      expect(rows.filter(({ mode }) => mode === 'servito').map(({ weekday, open2 }) => [weekday, open2])).toContainEqual([2, '15:00'])
      expect(rows.filter(({ mode }) => mode === 'self')).toHaveLength(7)
      expect(rows).toHaveLength(14)
    },
    seeded,
  ))

test('a week is entered in the dialog: a day is copied to all, and the week is saved as a whole', () =>
  onScreen(
    'admin',
    `${ADDRESS}&season=estivo`,
    async ({ user, ...world }) => {
      await user.click(await screen.findByRole('button', { name: 'Azioni ZZ2 Prova ZZ2' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Modifica orari' }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.type(dialog.getByLabelText('Lunedì'), '6-22')
      await user.click(dialog.getByRole('button', { name: 'Salva' }))
      await dialog.findByText('Mancano dei giorni: martedì, mercoledì, giovedì, venerdì, sabato, domenica.')
      await user.click(dialog.getByRole('button', { name: 'Copia gli orari: Lunedì' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Copia su tutti i giorni' }))
      await user.clear(dialog.getByLabelText('Al'))
      await user.type(dialog.getByLabelText('Al'), '15/9')
      await user.click(dialog.getByRole('button', { name: 'Salva' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const rows = await stored(world, 'ZZ2')
      expect(rows).toHaveLength(8)
      expect(rows[0]).toMatchObject({ season: 'estivo', valid_from: '06-01', valid_to: '09-15', open1: '06:00', close1: '22:00' })
    },
    seeded,
  ))

test('a reader has no fields and no dialog; another mode has no hours yet', () =>
  onScreen(
    'gestore',
    ADDRESS,
    async ({ open }) => {
      await screen.findAllByText('7–19')
      expect(screen.queryByRole('button', { name: '7–19' })).toBeNull()
      // The stations of others do not open.
      expect(screen.queryAllByRole('button', { name: /^Azioni/ })).toEqual([])
      await open(`${ADDRESS}&mode=bar`)
      await waitFor(() => expect(screen.queryByText('7–19')).toBeNull())
    },
    seeded,
  ))

test('the directory has phone links, directions and the open state, and is searched on the device', () =>
  onScreen(
    'gestore',
    '/stazioni/info',
    async ({ user, network }) => {
      const card = within((await screen.findByText('ZZ1 Prova ZZ1')).closest('li')!)
      expect(card.getByRole('link', { name: 'Chiama +390524555000, Fisso' }).getAttribute('href')).toBe('tel:+390524555000')
      expect(card.getByRole('link', { name: 'Indicazioni: ZZ1 Prova ZZ1' }).getAttribute('href')).toContain('destination=Via%20Cant')
      card.getByText('Aperto ora')
      const other = within(screen.getByText('ZZ2 Prova ZZ2').closest('li')!)
      other.getByText('Orari non ancora inseriti.')
      network.down = true
      await user.type(screen.getByRole('searchbox'), 'zz2 fidenza{Enter}')
      await waitFor(() => expect(screen.queryByText('ZZ1 Prova ZZ1')).toBeNull())
      screen.getByText('ZZ2 Prova ZZ2')
      await user.clear(screen.getByRole('searchbox'))
      await user.type(screen.getByRole('searchbox'), 'niente{Enter}')
      await screen.findByText('Nessun punto vendita trovato.')
    },
    async ({ db, as }) => {
      const { user_id } = await as('gestore')
      const one = await makeStation(db, { code: 'ZZ1' })
      const two = await makeStation(db, { code: 'ZZ2' })
      await db.insert(openings).values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ station_id: one.id, weekday, h24: true })))
      for (const { id } of [one, two]) await assign(db, id, user_id)
    },
  ))

test('"PDF" saves the hours of the filtered stations', () =>
  onScreen(
    'admin',
    ADDRESS,
    async ({ user }) => {
      const saved: Blob[] = []
      const urls = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
      const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
      const pdf = await screen.findByRole('button', { name: 'Scarica il PDF di tutti gli orari' })
      await screen.findByText(/ZZ2/)
      await user.dblClick(pdf)
      await waitFor(() => expect(saved).toHaveLength(1))
      expect((clicks.mock.contexts[0] as HTMLAnchorElement).download).toMatch(/^riepilogo_orari_\d{8}\.pdf$/)
      expect(
        Buffer.from(await saved[0]!.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
      await screen.findByRole('button', { name: 'Scarica il PDF di tutti gli orari' })
      expect(saved, 'pressed twice, saved once').toHaveLength(1)
      urls.mockRestore()
      clicks.mockRestore()
    },
    seeded,
  ))
