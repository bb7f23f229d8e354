// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/ColumnChooser.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { notices } from '../../../src/lib/notify.ts'
import { cells, media, onScreen, type Screen } from '../support/world.tsx'

afterEach(() => {
  localStorage.clear()
  media.phone = false
})
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const here = async () => waitFor(() => expect(cells()).toHaveLength(8))
async function chooser({ user }: Screen) {
  await user.click(screen.getByRole('button', { name: 'Colonne' }))
  return within(await screen.findByRole('dialog', { name: 'Colonne' }))
}
const box = () => screen.getByRole('table').parentElement!

test('columns are hidden, moved and widened by buttons, rows made lower; it is kept for the person, not for the next one', async () => {
  await onScreen('contabilita', '/stazioni/banche', async (world) => {
    await here()
    expect(headings()).toEqual(['Nome', 'ABI', 'N. carte', 'N. POS', 'N. file', 'Note', 'Azioni'])
    const dialog = await chooser(world)
    expect((dialog.getByRole('checkbox', { name: 'Nome' }) as HTMLInputElement).disabled, 'the name of a row is always shown').toBe(true)
    await world.user.click(dialog.getByRole('checkbox', { name: 'N. POS' }))
    await world.user.click(dialog.getByRole('button', { name: 'Sposta Note prima' }))
    dialog.getByRole('button', { name: 'Sposta Note prima' }).focus()
    await world.user.keyboard('{Enter}')
    expect(document.activeElement?.getAttribute('aria-label'), 'the focus stays on what was pressed').toBe('Sposta Note prima')
    expect(dialog.getByRole('status').textContent).toBe('Note: posizione 4 di 6')
    await world.user.click(dialog.getByRole('button', { name: 'Allarga ABI' }))
    await world.user.click(dialog.getByRole('radio', { name: 'Compatta' }))
    const arranged = ['Nome', 'ABI', 'N. carte', 'Note', 'N. file', 'Azioni']
    expect(headings()).toEqual(arranged)
    // Everything is 100 px wide in this environment.
    expect([...document.querySelectorAll<HTMLElement>('col[data-column], col:last-child')].map(({ style }) => style.width)).toEqual([
      '100px',
      '116px',
      '100px',
      '100px',
      '100px',
      '',
    ])
    expect(box().dataset.density).toBe('compact')
    await world.reload()
    await here()
    expect(headings()).toEqual(arranged)
    expect(box().dataset.density).toBe('compact')
  })
  await onScreen('admin', '/stazioni/banche', async (world) => {
    await here()
    expect(headings()).toHaveLength(7)
    expect(box().dataset.density).toBeUndefined()
    media.phone = true
    await world.reload()
    await screen.findAllByText('N. POS')
    expect(screen.queryByRole('button', { name: 'Colonne' }), 'cards are as the page has them').toBeNull()
  })
})

test('"Ripristina" puts the list back as the page has it', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await here()
    const dialog = await chooser(world)
    await world.user.click(dialog.getByRole('checkbox', { name: 'ABI' }))
    await world.user.click(dialog.getByRole('radio', { name: 'Ampia' }))
    expect(headings()).toHaveLength(6)
    await world.user.click(dialog.getByRole('button', { name: 'Ripristina' }))
    expect(headings()).toHaveLength(7)
    expect(box().dataset.density).toBeUndefined()
    expect((dialog.getByRole('checkbox', { name: 'ABI' }) as HTMLInputElement).checked).toBe(true)
  }))

test('arrows go from cell to cell too; Enter opens from any, Shift+F10 is the menu of the row', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await here()
    const names = cells().map(([name]) => name)
    screen.getByRole('link', { name: names[0]! }).focus()
    await world.user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.textContent, 'the same column of the next row').toBe(cells()[1]![1])
    await world.user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe(cells()[7]![1])
    await world.user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe(names[7])
    await world.user.keyboard('{Shift>}{F10}{/Shift}')
    await screen.findByRole('menuitem', { name: 'Elimina' })
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    screen.getByRole('link', { name: names[2]! }).focus()
    await world.user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    await screen.findByRole('heading', { level: 1, name: names[2]! })
  }))

test('the page of a row is fetched when the pointer rests on the row, before it is pressed', () =>
  onScreen('contabilita', '/stazioni/banche', async ({ user, network }) => {
    await here()
    await user.hover(screen.getAllByRole('row')[4]!.querySelectorAll('td')[2]!)
    await waitFor(() => expect(network.asked.at(-1)).toMatch(/^GET \/api\/v1\/banks\/\d+$/))
  }))

test('a row that somebody else has deleted meanwhile leads nobody away who only points at it, and says so to who opens it', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async ({ as, user, network, address }) => {
      await waitFor(() => expect(cells()).toHaveLength(9))
      const [gone, other] = screen.getAllByRole('row').slice(1)
      const asked = (row: HTMLElement) => `GET /api/v1/banks/${/\d+$/.exec(within(row).getByRole('link').getAttribute('href')!)![0]}`
      const first = asked(gone!)
      expect((await (await as('contabilita')).del(first.replace('GET /api/v1', ''))).status).toBe(204)
      await user.hover(gone!.querySelectorAll('td')[2]!)
      await waitFor(() => expect(network.asked).toContain(first))
      // One after the other: with this question the answer to the first is there.
      await user.hover(other!.querySelectorAll('td')[2]!)
      await waitFor(() => expect(network.asked.at(-1)).toBe(asked(other!)))
      expect(address()).toBe('/stazioni/banche')
      expect(notices.get()).toEqual([])
      await user.click(within(gone!).getByRole('link'))
      await waitFor(() => expect(address()).toBe('/dashboard'))
      expect(notices.get().map(({ content }) => content)).toEqual(['Pagina non trovata'])
    },
    async ({ db }) => void (await db.insert(banks).values([{ name: 'AAA 01' }])),
  ))

test('when the row with the focus goes, the one in its place has it', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async ({ user }) => {
      await waitFor(() => expect(cells()).toHaveLength(10))
      screen.getByRole('link', { name: 'AAA 01' }).focus()
      await user.keyboard('{Shift>}{F10}{/Shift}')
      await user.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
      await user.click(await screen.findByRole('button', { name: 'Elimina' }))
      await waitFor(() => expect(cells()).toHaveLength(9))
      await waitFor(() => expect(document.activeElement?.textContent).toBe('AAA 02'))
    },
    async ({ db }) => void (await db.insert(banks).values([{ name: 'AAA 01' }, { name: 'AAA 02' }])),
  ))
