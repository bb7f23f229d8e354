// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { like } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen, type Screen } from '../support/world.tsx'

afterEach(() => {
  media.phone = false
})
/** Twelve banks: two pages of ten. */
const twelve = async ({ db }: World) =>
  void (await db.insert(banks).values(Array.from({ length: 12 }, (_, at) => ({ name: `Zeta ${String(at + 1).padStart(2, '0')}` }))))
const ADDRESS = '/stazioni/banche?search=zeta&per_page=10'
const stored = async ({ db }: World) => (await db.select().from(banks).where(like(banks.name, 'Zeta%'))).map(({ name }) => name).sort()
const here = (count: number) => waitFor(() => expect(cells()).toHaveLength(count))
const tick = (name: string) => screen.getByRole('checkbox', { name: `Seleziona ${name}` })
const bar = () => within(screen.getByRole('group', { name: 'Righe selezionate' }))
const confirmed = async ({ user }: Screen) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Elimina' }))
  await user.click(dialog.getByRole('button', { name: 'Elimina' }))
}

test('who may not delete has nothing to tick', () =>
  onScreen(
    'lettura.conta',
    ADDRESS,
    async () => {
      await here(10)
      expect(screen.queryByRole('checkbox')).toBeNull()
    },
    twelve,
  ))

test('rows are ticked by click, by range and by the space bar; the choice outlives paging, ends with Esc and with another search', () =>
  onScreen(
    'contabilita',
    ADDRESS,
    async ({ user, address, open }) => {
      await here(10)
      await user.click(tick('Zeta 02'))
      await screen.findByText('Una riga selezionata')
      await user.keyboard('{Shift>}')
      await user.click(tick('Zeta 05'))
      await user.keyboard('{/Shift}')
      expect(bar().getByRole('status').textContent).toBe('4 righe selezionate')
      screen.getByRole('link', { name: 'Zeta 07' }).focus()
      await user.keyboard(' ')
      expect(bar().getByRole('status').textContent).toBe('5 righe selezionate')
      await user.keyboard('{ArrowLeft}')
      expect(document.activeElement, 'the arrows reach the box').toBe(tick('Zeta 07'))
      await user.keyboard(' ')
      expect(bar().getByRole('status').textContent).toBe('4 righe selezionate')
      expect((screen.getByRole('checkbox', { name: 'Seleziona la pagina' }) as HTMLInputElement).indeterminate).toBe(true)

      await user.click(screen.getByRole('button', { name: 'Pagina successiva' }))
      await here(2)
      expect(address()).toContain('page=2')
      await user.click(screen.getByRole('checkbox', { name: 'Seleziona la pagina' }))
      expect(bar().getByRole('status').textContent).toBe('6 righe selezionate')
      await user.click(screen.getByRole('button', { name: 'Pagina precedente' }))
      await here(10)
      expect((tick('Zeta 04') as HTMLInputElement).checked).toBe(true)
      expect((tick('Zeta 06') as HTMLInputElement).checked).toBe(false)
      await user.keyboard('{Escape}')
      await screen.findByRole('searchbox', { name: 'Cerca' })
      expect(screen.queryByRole('group', { name: 'Righe selezionate' })).toBeNull()

      await user.click(tick('Zeta 01'))
      await screen.findByText('Una riga selezionata')
      expect(address(), 'ticking opens no row').toContain('/stazioni/banche?')
      await open('/stazioni/banche?search=zeta 1&per_page=10')
      await here(4)
      await waitFor(() => expect(screen.queryByRole('group', { name: 'Righe selezionate' })).toBeNull())
    },
    twelve,
  ))

test('"select all results" is carried out on the server, followed in place, and put back', () =>
  onScreen(
    'contabilita',
    ADDRESS,
    async (world) => {
      const { user } = world
      await here(10)
      await user.click(tick('Zeta 01'))
      await user.click(await screen.findByRole('button', { name: 'Seleziona tutti i 12 risultati' }))
      expect(bar().getByRole('status').textContent).toBe('Selezione: tutti i 12 risultati')
      await user.click(bar().getByRole('button', { name: 'Elimina' }))
      await confirmed(world)
      const progress = within(await screen.findByRole('group', { name: 'Operazione in blocco' }))
      await progress.findByRole('progressbar', { name: 'Avanzamento' })
      expect(await stored(world), 'nothing before the job runs').toHaveLength(12)
      await world.runs()
      await progress.findByText('Elimina · Banche, tutti i risultati: 12 riuscite')
      await screen.findByText('Nessun risultato con i filtri selezionati.')
      expect(await stored(world)).toEqual([])

      await user.click(progress.getByRole('button', { name: 'Ripristina' }))
      await waitFor(() => expect(screen.queryByText(/^Ripristino dell’operazione .*: In coda…$/)).not.toBeNull())
      await world.runs()
      await screen.findByText(/^Ripristino dell’operazione .*: 12 riuscite$/)
      await here(10)
      expect(await stored(world)).toHaveLength(12)
      await user.click(screen.getByRole('link', { name: 'Dettagli' }))
      await screen.findByRole('heading', { name: 'Ripristino di un’operazione' })
      await screen.findAllByText('Di nuovo presente.')
    },
    twelve,
  ))

test('on a phone cards are chosen in a mode of their own, and nothing else of them can be pressed meanwhile', () => {
  media.phone = true
  return onScreen(
    'contabilita',
    ADDRESS,
    async (world) => {
      const { user } = world
      await screen.findByRole('link', { name: 'Zeta 01' })
      expect(screen.queryByRole('checkbox')).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Altro' }))
      await user.click(await screen.findByRole('button', { name: 'Seleziona' }))
      expect(document.activeElement?.textContent).toBe('Fine')
      await user.click(await screen.findByRole('checkbox', { name: 'Zeta 03' }))
      expect(screen.queryByRole('link', { name: 'Zeta 03' })).toBeNull()
      await screen.findByText('Una riga selezionata')
      await user.click(bar().getByRole('button', { name: 'Elimina' }))
      await confirmed(world)
      await screen.findByRole('group', { name: 'Operazione in blocco' })
      await world.runs()
      await screen.findByText('Elimina · Banche, 1 riga: una riuscita')
      await screen.findByRole('link', { name: 'Zeta 02' })
      await waitFor(() => expect(screen.queryByText('Zeta 03')).toBeNull())
      expect(await stored(world)).toHaveLength(11)
    },
    twelve,
  )
})
