// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { users as accounts } from '../../../server/db/schema/core/accounts.ts'
import { users } from '../../../src/contract/people/users.ts'
import { stationStatuses, stations } from '../../../src/contract/stations/stations.ts'
import { anyOf, related, yesNo } from '../../../src/crud/list/filters.tsx'
import { useListState } from '../../../src/crud/list/list-search.ts'
import { PagedTable } from '../../../src/crud/list/PagedTable.tsx'
import { media, onPage, onScreen, openFilter, type Screen } from '../support/world.tsx'

afterEach(() => {
  media.phone = false
})
const filters = {
  status: anyOf('Stato', stationStatuses),
  self: yesNo('Self'),
  area_manager_id: related('Responsabile', users.suggest, (user) => user.name),
}
const Stations = () => (
  <PagedTable
    {...useListState(stations.list)}
    columns={{ Nome: (row) => row.name, Stato: (row) => stationStatuses[row.status] }}
    filters={filters}
    empty="Niente"
  />
)
const last = (world: Screen) => world.network.asked.filter((asked) => asked.includes('/stations?') && !asked.includes('facet=')).at(-1)

test('a chip opens its control, says its value, and takes itself away; the address and the server hear of it', () =>
  onPage('admin', Stations, async (world) => {
    await screen.findByRole('table')
    await openFilter(world.user, 'Stato')
    const options = Object.entries(stationStatuses)
    await world.user.click(await screen.findByRole('checkbox', { name: options[0]![1] }))
    await world.user.click(await screen.findByRole('checkbox', { name: options[1]![1] }))
    await waitFor(() => expect(world.address()).toBe(`/?status=${options[0]![0]}&status=${options[1]![0]}`))
    expect(last(world)).toBe(`GET /api/v1/stations?status=${options[0]![0]}&status=${options[1]![0]}`)
    expect(screen.getByRole('button', { name: `Stato: ${options[0]![1]}, ${options[1]![1]}` })).toBeTruthy()
    await world.user.keyboard('{Escape}')
    await openFilter(world.user, 'Self')
    await world.user.click(await screen.findByLabelText('Sì'))
    await waitFor(() => expect(world.address()).toContain('self=true'))
    await world.user.keyboard('{Escape}')
    await world.user.click(screen.getByRole('button', { name: 'Azzera filtri' }))
    await waitFor(() => expect(world.address()).toBe('/'))
    expect(document.activeElement?.textContent).toBe('Filtro')
    await world.back()
    await world.user.click(await screen.findByRole('button', { name: 'Togli il filtro Stato' }))
    await waitFor(() => expect(world.address()).toBe('/?self=true'))
    expect(document.activeElement?.textContent).toBe('Filtro')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Self: sì' })).toBeTruthy())
  }))

test('a record is found by typing, without its accents, and chosen by keyboard', () =>
  onPage('admin', Stations, async (world) => {
    await screen.findByRole('table')
    await openFilter(world.user, 'Responsabile')
    const box = await screen.findByRole('combobox', { name: 'Responsabile' })
    await world.user.click(box)
    await world.user.type(box, 'réte')
    const all = '/api/v1/suggestions/all-users'
    await waitFor(() =>
      expect(world.network.asked.filter((asked) => asked.includes(all))).toEqual([`GET ${all}`, `GET ${all}?value=r%C3%A9te`]),
    )
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Renata Rete'))
    await world.user.type(box, 'nata zzz')
    await screen.findByText('Nessun risultato')
    await world.user.clear(box)
    await world.user.type(box, 'renata')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await world.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(world.address()).toMatch(/^\/\?area_manager_id=\d+$/))
    expect(screen.getByRole('button', { name: 'Responsabile: Renata Rete' })).toBeTruthy()
  }))

test('a chip names the rows of a short list, also from the address, and its title says all of it', () =>
  onScreen('helpdesk', '/utenti/profilo', async (world) => {
    const [tea] = await world.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, 'Tea Supticket'))
    await world.open(`/tickets?assigned_to=${tea!.id}&view=all`)
    const chip = await screen.findByRole('button', { name: 'Assegnatario: Tea Supticket' })
    await world.user.hover(chip)
    expect(chip.title).toBe('Assegnatario: Tea Supticket')
  }))

test('on a phone the filters stand in a sheet, and the button counts those in use', () => {
  media.phone = true
  return onPage('admin', Stations, async (world) => {
    await world.user.click(await screen.findByRole('button', { name: 'Filtri' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filtri' })
    await world.user.click(within(sheet).getByLabelText('Sì'))
    await world.user.click(within(sheet).getByRole('checkbox', { name: Object.values(stationStatuses)[0]! }))
    await world.user.click(within(sheet).getByRole('button', { name: 'Mostra' }))
    await screen.findByRole('button', { name: 'Filtri (2)' })
    await world.user.click(screen.getByRole('button', { name: 'Filtri (2)' }))
    await world.user.click(within(await screen.findByRole('dialog', { name: 'Filtri' })).getByRole('button', { name: 'Azzera filtri' }))
    await waitFor(() => expect(world.address()).toBe('/'))
  })
})

test('a filter says how many rows each of its values has, under the other filters', () =>
  onScreen('admin', '/verifiche', async ({ user, db, network, open }) => {
    const { rows } = (await db.execute(
      sql`select status, count(*)::int as count from inspections where deleted_at is null group by 1`,
    )) as unknown as { rows: { status: 'completed'; count: number }[] }
    const completed = rows.find(({ status }) => status === 'completed')!.count
    await screen.findByRole('table')
    await openFilter(user, 'Stato')
    const box = () => screen.getByRole('checkbox', { name: 'Completata' })
    const says = (words: string) => waitFor(() => expect(box().getAttribute('aria-description')).toBe(words))
    await says(`${completed} righe`)
    expect(box().closest('.mantine-Checkbox-body')!.textContent).toBe(`Completata · ${completed}`)
    expect(network.asked.filter((asked) => asked.includes('facet=status'))).toHaveLength(1)
    await user.click(box())
    await screen.findByText(`1–${completed} di ${completed}`)
    await says(`${completed} righe`)
    await open('/verifiche?search=nessuna+come+questa')
    await says('0 righe')
  }))
