// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/form/OrderButton.tsx'
import '../../../src/crud/form/OrderDialog.tsx'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { available_services, fuels } from '../../../server/db/schema/stations/stations.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

const SERVICES = '/servizi?per_page=100'
const FUELS = '/impostazioni?scheda=carburanti'
const stored = async ({ db }: Screen, table: typeof fuels | typeof available_services) =>
  (await db.select({ name: table.name }).from(table).orderBy(asc(table.position), asc(table.id))).map(({ name }) => name)
/** Opens the dialog: the names in it, from the top. */
async function arranging({ user }: Screen, title: string) {
  await user.click(await screen.findByRole('button', { name: 'Ordina' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Ordine: ${title}` }))
  await dialog.findByRole('list', { name: title })
  return { dialog, names: () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent!.replace(/^\d+\. /, '')) }
}

test('services are moved by buttons that keep the focus and say where a row is; saved as one, seen in the list, and taken back', () =>
  onScreen('admin', SERVICES, async (world) => {
    const { user, network } = world
    await screen.findByRole('table')
    const before = await stored(world, available_services)
    const [first, second, third, ...rest] = before as [string, string, string, ...string[]]
    const { dialog, names } = await arranging(world, 'Impostaz. Servizi')
    expect(names()).toEqual(before)
    const down = dialog.getByRole('button', { name: `Sposta giù: ${first}` })
    down.focus()
    await user.keyboard('{Enter}{Enter}')
    expect(names()).toEqual([second, third, first, ...rest])
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: `Sposta giù: ${first}` }))
    expect(dialog.getAllByRole('status').map(({ textContent }) => textContent)).toContain(`${first} in posizione 3 di ${before.length}.`)
    expect(dialog.getByRole('button', { name: `Sposta su: ${second}` }).getAttribute('aria-disabled')).toBe('true')
    expect(await stored(world, available_services), 'nothing before it is saved').toEqual(before)
    const asked = network.asked.length
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Ordine salvato')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.asked.slice(asked).filter((line) => line.startsWith('PUT')).length).toBe(1)
    await waitFor(() => expect(cells().map(([name]) => name)).toEqual([second, third, first, ...rest]))

    await user.click(screen.getByRole('button', { name: 'Ordine di prima' }))
    await waitFor(() => expect(cells().map(([name]) => name)).toEqual(before))
    expect(await stored(world, available_services)).toEqual(before)
    expect(screen.queryByRole('button', { name: 'Ordine di prima' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ordina' }))
  }))

test('two quick presses of one button move one row twice, though another is under the pointer by then', () =>
  onScreen('admin', SERVICES, async (world) => {
    await screen.findByRole('table')
    const [first, second, third, ...rest] = (await stored(world, available_services)) as [string, string, string, ...string[]]
    const { dialog, names } = await arranging(world, 'Impostaz. Servizi')
    const down = (name: string) => dialog.getByRole('button', { name: `Sposta giù: ${name}` })
    const press = (name: string, detail: number) => {
      if (fireEvent.mouseDown(down(name), { detail })) down(name).focus()
      fireEvent.click(down(name), { detail })
    }
    press(first, 1)
    expect(names()).toEqual([second, first, third, ...rest])
    press(second, 2)
    expect(names()).toEqual([second, third, first, ...rest])
    expect(document.activeElement).toBe(down(first))
    // Later it is the one that is pressed.
    press(second, 1)
    expect(names()).toEqual([third, second, first, ...rest])
  }))

test('fuels: whoever may not write them is offered no order; what another has ordered meanwhile is told, and one chooses', async () => {
  await onScreen('rete', FUELS, async () => {
    await screen.findByText('Benzina')
    expect(screen.queryByRole('button', { name: 'Ordina' })).toBeNull()
  })
  await onScreen('admin', FUELS, async (world) => {
    const { user, as } = world
    await screen.findByText('Benzina')
    const before = await stored(world, fuels)
    const [first, second, ...rest] = before as [string, string, ...string[]]
    const { dialog, names } = await arranging(world, 'Carburanti')
    await user.click(dialog.getByRole('button', { name: `Sposta giù: ${first}` }))
    const mine = [second, first, ...rest]
    expect(names()).toEqual(mine)

    const other = await as('admin')
    const rows = (await other.get('/fuels?per_page=100')).body.data.data as { id: number }[]
    const was = rows.map(({ id }) => id)
    await other.put('/fuels/order', { ids: was.toReversed(), was })
    const made = (await other.post('/fuels', { name: 'Idrogeno', unit: 'kg' })).body.data
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await dialog.findByText(/Nel frattempo un altro utente ha cambiato l’ordine/)
    expect(await stored(world, fuels)).toEqual([...before.toReversed(), made.name])
    await user.click(dialog.getByRole('button', { name: 'Quello di adesso' }))
    await waitFor(() => expect(names()).toEqual([...before.toReversed(), made.name]))

    // The same again, and this time one's own.
    const [a, b, ...more] = names()
    await user.click(dialog.getByRole('button', { name: `Sposta giù: ${a}` }))
    const now = [...was.toReversed(), made.id]
    await other.put('/fuels/order', { ids: now.toReversed(), was: now })
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await user.click(await dialog.findByRole('button', { name: 'Il mio' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored(world, fuels)).toEqual([b, a, ...more])
  })
})

test('an order that is not saved is not lost without a question; an error leaves it as it was arranged', () =>
  onScreen('admin', FUELS, async (world) => {
    const { user, network } = world
    await screen.findByText('Benzina')
    const before = await stored(world, fuels)
    const { dialog, names } = await arranging(world, 'Carburanti')
    await user.click(dialog.getByRole('button', { name: `Sposta giù: ${before[0]}` }))
    const arranged = names()
    network.down = true
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await waitFor(() => expect(document.querySelector('[role="alert"]')).not.toBeNull())
    expect(names()).toEqual(arranged)
    network.down = false
    await user.click(dialog.getByRole('button', { name: 'Annulla' }))
    await screen.findByText('Ci sono modifiche non salvate. Uscire dalla pagina?')
    await user.click(screen.getByRole('button', { name: 'Esci senza salvare' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ordine: Carburanti' })).toBeNull())
    expect(await stored(world, fuels)).toEqual(before)
  }))
