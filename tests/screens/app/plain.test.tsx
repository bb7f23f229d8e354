// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fire_extinguishers } from '../../../server/db/schema/equipment/equipment.ts'
import { available_services, fuels, station_services } from '../../../server/db/schema/stations/stations.ts'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import { resources } from '../../resources/registry.ts'
import { cells, formIn, onScreen, type Screen } from '../support/world.tsx'

const box = (name: string | RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement
const save = (world: Screen) => world.user.click(screen.getByRole('button', { name: 'Salva' }))
const choose = async (world: Screen, name: string, option: string) => {
  await world.user.click(screen.getByRole('combobox', { name }))
  await world.user.click(await screen.findByRole('option', { name: option }))
}
const act = async (world: Screen, row: string, action: string) => {
  await world.user.click(await screen.findByRole('button', { name: `Azioni ${row}` }))
  await world.user.click(await screen.findByRole('menuitem', { name: action }))
}

const pages = resources.flatMap(({ file, sample }) => (sample?.page ? [[file, sample, sample.page] as const] : []))
test.each(pages)(
  '%s: a record is added by the form of its page and deleted from its row; a stranger does not see the page',
  async (_, sample, page) => {
    const { path, title, created, deleted, type, choose: options = {} } = page
    await onScreen(sample.stranger, path, async () => {
      await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
      expect(screen.queryByRole('table')).toBeNull()
    })
    await onScreen(sample.writer, `${path}?per_page=100&modulo=nuovo`, async (world) => {
      await formIn(title)
      for (const [label, text] of Object.entries(type)) await world.user.type(box(new RegExp(`^${label}`)), text)
      for (const [label, option] of Object.entries(options)) await choose(world, label, option)
      await save(world)
      await screen.findByText(created)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const [name] = Object.values(type) as [string]
      await waitFor(() => expect(cells().flat()).toContain(name))
      await act(world, name, 'Elimina')
      await world.user.click(await screen.findByRole('button', { name: 'Elimina' }))
      await screen.findByText(deleted)
      await waitFor(() => expect(cells().flat()).not.toContain(name))
    })
  },
)

test('services: the row is what its dialog edits, but for its place, and what stations have is not deleted', () =>
  onScreen('admin', '/servizi', async (world) => {
    const [bar] = await world.db.select().from(available_services).where(eq(available_services.name, 'Bar'))
    await screen.findByRole('table')
    await act(world, 'Bar', 'Modifica')
    await formIn('Modifica servizio')
    await waitFor(() => expect(document.activeElement).toBe(box(/Nome/)))
    expect(screen.queryByRole('textbox', { name: 'Posizione' })).toBeNull()
    await choose(world, 'Categoria', 'Persona')
    await save(world)
    await screen.findByText('Servizio modificato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await world.db.select().from(available_services).where(eq(available_services.id, bar!.id))).toMatchObject([
      { name: 'Bar', category: 'persona', position: bar!.position, rev: bar!.rev + 1 },
    ])
    await act(world, 'Bar', 'Elimina')
    await world.user.click(await screen.findByRole('button', { name: 'Elimina' }))
    const held = await world.db.$count(station_services, eq(station_services.available_service_id, bar!.id))
    await screen.findByText(`Il servizio è utilizzato da ${held} punti vendita.`)
    expect(cells().some(([name]) => name === 'Bar')).toBe(true)
  }))

test('services: an address that names no row of the list says so, and writes nothing', () =>
  onScreen('admin', '/servizi?modulo=999999', async () => {
    await screen.findByText(/Non è tra le righe di questa pagina/)
    expect(screen.queryByRole('button', { name: 'Salva' })).toBeNull()
  }))

test('services are the administrator’s; fuels are read by who reads the settings, and changed by the administrator', async () => {
  await onScreen('rete', '/servizi', async () => {
    // The list is read by all; its page is for who may change it.
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    expect(screen.queryByRole('table')).toBeNull()
  })
  await onScreen('rete', '/impostazioni?scheda=carburanti', async () => {
    await screen.findByText('Benzina')
    expect(screen.queryByRole('button', { name: 'Nuovo carburante' })).toBeNull()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Azienda', 'Carburanti', 'Estintori', 'Integrazioni'])
  })
  await onScreen('admin', '/impostazioni?scheda=carburanti&modulo=nuovo', async (world) => {
    await formIn('Nuovo carburante')
    await world.user.type(box(/Nome/), 'Idrogeno')
    await world.user.type(box('Colore'), 'verde')
    await save(world)
    await screen.findAllByText('Il colore deve essere nella forma #rrggbb.')
    await world.user.clear(box('Colore'))
    await choose(world, 'Unità', 'chilogrammi')
    await save(world)
    await screen.findByText('Carburante creato')
    expect(await world.db.select().from(fuels).where(eq(fuels.name, 'Idrogeno'))).toMatchObject([
      { unit: 'kg', color: null, gas: false, active: true, position: 11 },
    ])
    await waitFor(() => expect(world.address()).toBe('/impostazioni?scheda=carburanti'))
  })
})

test('ticket categories are kept by who runs the tickets: one is added with what it begins with, whole numbers without decimals', async () => {
  await onScreen('ispettore', '/tickets/categorie', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    expect(screen.queryByRole('table')).toBeNull()
  })
  await onScreen('sup.ticket', '/tickets/categorie?per_page=25&modulo=nuovo', async (world) => {
    await formIn('Nuova categoria')
    expect(box('SLA (ore)').value).toBe('48')
    expect(screen.queryByRole('textbox', { name: 'Posizione' })).toBeNull()
    await world.user.type(box(/Nome/), 'Giardino')
    await save(world)
    await screen.findByText('Categoria creata')
    expect(await world.db.select().from(ticket_categories).where(eq(ticket_categories.name, 'Giardino'))).toMatchObject([
      { sla_hours: 48, default_priority: 2, color: null, requires_station: false, active: true },
    ])
    await waitFor(() => expect(cells()).toContainEqual(expect.arrayContaining(['Giardino', '48', 'Normale', 'Sì'])))
    expect(cells().at(-1)![0], 'in the last place').toBe('Giardino')
    screen.getByRole('button', { name: 'Ordina' })
  })
})

test('the extinguishers of a station are added and taken away on its page, under the name of that station', () =>
  onScreen('admin', '/stazioni/3?scheda=attrezzature&parte=estintori', async (world) => {
    const there = () => world.db.$count(fire_extinguishers, eq(fire_extinguishers.station_id, 3))
    const before = await there()
    await world.user.click(await screen.findByRole('button', { name: 'Nuovo estintore' }))
    await formIn('Nuovo estintore')
    await world.user.type(box('Matricola'), 'ZZ-1')
    await choose(world, 'Tipo', 'CO₂')
    await world.user.type(box('Capacità'), '4,5')
    await save(world)
    await screen.findByText('Estintore creato')
    const mine = and(eq(fire_extinguishers.station_id, 3), eq(fire_extinguishers.number, 'ZZ-1'))
    expect(await world.db.select().from(fire_extinguishers).where(mine)).toMatchObject([
      { type: 'co2', capacity: 4.5, unit: 'kg', next_check: null },
    ])
    await waitFor(() =>
      expect(cells().map(([number, type, capacity]) => [number, type, capacity])).toContainEqual(['ZZ-1', 'CO₂', '4,5 kg']),
    )
    await act(world, 'ZZ-1', 'Elimina')
    await world.user.click(await screen.findByRole('button', { name: 'Elimina' }))
    await screen.findByText('Estintore eliminato')
    expect(await there()).toBe(before)
  }))

test('who reads a station does not write on it; who has no business with equipment does not see it', async () => {
  await onScreen('lettura.rete', '/stazioni', async (world) => {
    const table = await screen.findByRole('table')
    const [first] = within(table).getAllByRole('link')
    const code = first!.textContent
    await world.user.click(first!)
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^${code} `) })
    await world.user.click(await screen.findByRole('tab', { name: 'Attrezzature' }))
    await screen.findByRole('tab', { name: 'Estintori' })
    expect(screen.queryByRole('button', { name: 'Nuovo estintore' })).toBeNull()
  })
  await onScreen('autista', '/stazioni/3', async () => {
    await screen.findByRole('heading', { level: 1, name: /^PV003 / })
    await screen.findByRole('tab', { name: 'Appunti' })
    expect(screen.queryByRole('tab', { name: 'Attrezzature' })).toBeNull()
  })
})

test('oil separators have their tab on the page of a station: what its address says of one list is not of the other', () =>
  onScreen('admin', '/stazioni/3?scheda=attrezzature&parte=estintori&search=nessuno', async (world) => {
    await screen.findAllByText(/Nessun risultato/)
    await world.user.click(await screen.findByRole('tab', { name: 'Disoleatori' }))
    await waitFor(() => expect(world.address()).toBe('/stazioni/3?scheda=attrezzature&parte=disoleatori'))
    await world.user.click(await screen.findByRole('button', { name: 'Nuovo disoleatore' }))
    await formIn('Nuovo disoleatore')
    await world.user.type(box('Matricola'), 'ZZ-1')
    await choose(world, 'Tipo', 'Vasca di prima pioggia')
    await save(world)
    await screen.findByText('Disoleatore creato')
    // Closing it goes a step back: until then the dialog is over the tabs.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(world.address()).toBe('/stazioni/3?scheda=attrezzature&parte=disoleatori'))
    await waitFor(() => expect(cells().map(([number, type]) => [number, type])).toContainEqual(['ZZ-1', 'Vasca di prima pioggia']))
    await world.user.click(await screen.findByRole('tab', { name: 'Estintori' }))
    // There again is what was looked for in the first.
    await waitFor(() => expect(world.address()).toBe('/stazioni/3?scheda=attrezzature&parte=estintori&search=nessuno'))
    await screen.findByRole('button', { name: 'Nuovo estintore' })
  }))
