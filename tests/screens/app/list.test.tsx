// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen } from '../support/world.tsx'

/** The test seed has 8 banks; so many more, which come first by name. */
const more =
  (count: number) =>
  async ({ db }: World) => {
    const values = Array.from({ length: count }, (_, at) => ({ name: `AAA ${String(at + 1).padStart(2, '0')}`, abi: String(90_000 - at) }))
    await db.insert(banks).values(values)
  }
const names = () => cells().map(([name]) => name)
const rowLinks = () => within(screen.getByRole('table')).getAllByRole('link')
const focused = () => document.activeElement?.textContent
afterEach(() => {
  media.phone = false
})

test('rows, then nothing found, then all again', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Banche · 8')
    await world.user.type(screen.getByRole('searchbox'), ' zzz')
    await screen.findByText('Nessun risultato con i filtri selezionati.')
    await world.user.click(screen.getByRole('button', { name: 'Azzera filtri' }))
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(world.address()).toBe('/stazioni/banche')
  }))

test('nothing there says what will stand here, and is told from nothing found', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async () => {
      await screen.findByText('Nessuna banca.')
      expect(screen.queryByText('Nessun risultato con i filtri selezionati.')).toBeNull()
    },
    async ({ db }) => {
      const { sql } = await import('drizzle-orm')
      await db.execute(sql`truncate banks cascade`)
    },
  ))

test('a failed list empties itself, says so, and is there again after Riprova', () =>
  onScreen('contabilita', '/stazioni/banche?search=banca', async (world) => {
    await waitFor(() => expect(names().length).toBeGreaterThan(0))
    world.network.instead = () => Response.json({ message: 'Manutenzione in corso.' }, { status: 503 })
    await world.open('/stazioni/banche')
    // Beside the list's own state stands the notice, which is an alert too.
    await screen.findByText('Errore nel caricamento. Manutenzione in corso.')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByText('Nessuna banca.')).toBeNull()
    world.network.instead = () => undefined
    await world.user.click(screen.getByRole('button', { name: 'Riprova' }))
    await waitFor(() => expect(names()).toHaveLength(8))
  }))

test('while another page is on its way the old one stays, busy', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await screen.findByText('1–15 di 41')
      let arrive = () => {}
      world.network.gate = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await world.user.click(screen.getByRole('button', { name: 'Pagina 2' }))
      expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
      expect(names()).toHaveLength(15)
      arrive()
      await screen.findByText('16–30 di 41')
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Righe 16–30 di 41')
    },
    more(33),
  ))

test('the address is the state: pages, size, order and search, and Back undoes them one by one', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await screen.findByText('1–15 di 41')
      await world.user.click(screen.getByRole('button', { name: 'Pagina 3' }))
      await screen.findByText('31–41 di 41')
      expect(world.address()).toBe('/stazioni/banche?page=3')
      await world.user.selectOptions(screen.getByLabelText('Righe per pagina'), '25')
      await screen.findByText('1–25 di 41')
      expect(world.address()).toBe('/stazioni/banche?per_page=25')
      await world.user.type(screen.getByRole('searchbox'), 'aaa')
      await screen.findByText('1–25 di 33')
      await world.user.type(screen.getByRole('searchbox'), ' 33')
      await screen.findByText('1–1 di 1')
      expect(world.address()).toBe('/stazioni/banche?per_page=25&search=aaa+33')
      await world.back()
      await screen.findByText('1–25 di 41')
      expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
      await world.back()
      await screen.findByText('31–41 di 41')
      await world.back()
      await screen.findByText('1–15 di 41')
    },
    more(33),
  ))

test('what the address says wrong falls back, defaults do not stand in it, and the menu resets', () =>
  onScreen('contabilita', '/stazioni/banche?page=uno&per_page=7&sort=segreto,-name&search=banca&altro=1', async (world) => {
    await waitFor(() => expect(names().length).toBeGreaterThan(1))
    expect(names()).toEqual([...names()].sort((a, b) => b!.localeCompare(a!, 'it')))
    expect(world.network.asked).toContain('GET /api/v1/banks?search=banca&sort=-name')
    await world.reload('/stazioni/banche?page=1&per_page=15')
    await waitFor(() => expect(world.address()).toBe('/stazioni/banche'))
    await world.open('/stazioni/banche?search=tirreno')
    await waitFor(() => expect(names()).toEqual(['Credito Tirreno']))
    await world.user.click(screen.getByRole('link', { name: 'Banche' }))
    await waitFor(() => expect(names()).toHaveLength(8))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  }))

test('a search of figures is text, and finds', () =>
  onScreen('contabilita', '/stazioni/banche?search=0042', async (world) => {
    await screen.findByText('Nessun risultato con i filtri selezionati.')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('0042')
    expect(world.address()).toBe('/stazioni/banche?search=0042')
  }))

test('headings show the order the list comes in, and sort: down, up again; with Shift by several, each with its turn', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    const heading = (name: RegExp) => screen.getByRole('columnheader', { name })
    const press = (name: RegExp) => world.user.click(within(heading(name)).getByRole('button'))
    expect(heading(/^Nome/).getAttribute('aria-sort')).toBe('ascending')
    expect([world.address(), world.network.asked.at(-1)]).toEqual(['/stazioni/banche', expect.not.stringContaining('sort=')])
    await press(/^Nome/)
    expect(heading(/^Nome/).getAttribute('aria-sort')).toBe('descending')
    await waitFor(() => expect(names()[0]).toBe('Credito Tirreno'))
    await world.user.keyboard('{Shift>}')
    await press(/^ABI/)
    await world.user.keyboard('{/Shift}')
    expect(world.address()).toBe('/stazioni/banche?sort=-name%2Cabi')
    expect(heading(/^Nome/).textContent).toBe('Nomeordine 1')
    expect(heading(/^ABI/).textContent).toBe('ABIordine 2 crescente')
    expect(heading(/^ABI/).getAttribute('aria-sort')).toBeNull()
    await press(/^ABI/)
    expect(world.address()).toBe('/stazioni/banche?sort=-abi')
    await press(/^ABI/)
    expect(world.address()).toBe('/stazioni/banche')
    expect(heading(/^Nome/).getAttribute('aria-sort')).toBe('ascending')
  }))

test('rows by keyboard: one Tab stop, arrows, Home, End, Enter; Back returns to the row', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(rowLinks().map((link) => link.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1])
    rowLinks()[0]!.focus()
    await world.user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe(names()[2])
    expect(rowLinks()[2]!.tabIndex).toBe(0)
    await world.user.keyboard('{End}')
    expect(focused()).toBe(names()[7])
    await world.user.keyboard('{ArrowDown}')
    expect(focused()).toBe(names()[7])
    await world.user.keyboard('{Home}{ArrowUp}')
    expect(focused()).toBe(names()[0])
    await world.user.keyboard('{ArrowDown}')
    const opened = focused()!
    await world.user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: opened })
    expect(world.address()).toMatch(/^\/stazioni\/banche\/\d+$/)
    await world.back()
    await waitFor(() => expect(focused()).toBe(opened))
  }))

test('a click anywhere on a row opens it; / searches, n makes a new one', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    await world.user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await world.user.keyboard('n')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('n')
    await world.user.clear(screen.getByRole('searchbox'))
    screen.getByRole('searchbox').blur()
    await world.user.keyboard('n')
    await screen.findByRole('dialog', { name: 'Nuova banca' })
    await world.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [name] = names()
    await world.user.click(screen.getAllByRole('row')[1]!.querySelectorAll('td')[2]!)
    await screen.findByRole('heading', { level: 1, name: name! })
  }))

test('the detail is read when its link is pointed at, before it is opened', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    await world.user.hover(rowLinks()[3]!)
    await waitFor(() => expect(world.network.asked.at(-1)).toMatch(/^GET \/api\/v1\/banks\/\d+$/))
  }))

test('deleting asks with the documented words; the list then ends earlier', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche?page=2&sort=-name',
    async (world) => {
      await screen.findByText('16–16 di 16')
      expect(names()).toEqual(['AAA 01'])
      await world.user.click(screen.getByRole('button', { name: 'Azioni AAA 01' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
      await screen.findByText('Eliminare la banca "AAA 01"? L\'operazione non può essere annullata.')
      await world.user.click(screen.getByRole('button', { name: 'Elimina' }))
      await screen.findByText('Banca eliminata')
      await screen.findByText('1–15 di 15')
      expect(world.address()).toBe('/stazioni/banche?sort=-name')
    },
    more(8),
  ))

test('who may only read sees no action', () =>
  onScreen('lettura.conta', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(screen.queryByRole('button', { name: /Nuova banca|Azioni/ })).toBeNull()
    await world.user.keyboard('n')
    expect(world.address()).toBe('/stazioni/banche')
    await world.user.click(rowLinks()[0]!)
    await screen.findByRole('tab', { name: /Carte/ })
    expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
    await world.user.click(screen.getByRole('tab', { name: /File/ }))
    expect(screen.queryByRole('button', { name: 'Carica' })).toBeNull()
    await world.user.click(screen.getByRole('tab', { name: /Carte/ }))
    await screen.findByRole('table')
    expect(screen.queryByRole('textbox')).toBeNull()
  }))

test('on a phone rows are cards, and the menu of a card comes from below', () => {
  media.phone = true
  return onScreen('contabilita', '/stazioni/banche', async (world) => {
    const cards = await waitFor(() => {
      const found = screen.getAllByRole('listitem').filter((item) => item.querySelector('[data-row]'))
      expect(found).toHaveLength(8)
      return found
    })
    expect(cards[0]!.textContent).toContain('N. carte')
    const name = within(cards[0]!).getByRole('link').textContent
    await world.user.click(within(cards[0]!).getByRole('button', { name: `Azioni ${name}` }))
    await world.user.click(within(await screen.findByRole('dialog', { name: 'Azioni' })).getByRole('button', { name: 'Modifica' }))
    await screen.findByRole('dialog', { name: 'Modifica banca' })
    expect(world.address()).toMatch(/modulo=\d+/)
  })
})
