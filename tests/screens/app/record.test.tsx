// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/people/users/UserForm.tsx'
import '../../../src/features/people/users/UserShow.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { pos } from '../../../server/db/schema/equipment/equipment.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen, type Screen } from '../support/world.tsx'

afterEach(() => {
  forgetNotices()
  media.phone = false
})
const LIST = '/stazioni/banche?search=AAA&sort=name'
const three = async ({ db }: World) => void (await db.insert(banks).values(['AAA 01', 'AAA 02', 'AAA 03'].map((name) => ({ name }))))
const listed = () => waitFor(() => expect(cells()).toHaveLength(3))
const enter = async ({ user }: Screen, name: string) => {
  await listed()
  await user.click(screen.getByRole('link', { name }))
  await named(name)
}
const named = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const step = (label: string) => screen.getByLabelText(label)
const erase = async ({ user }: Screen) => {
  await user.click(screen.getByRole('button', { name: 'Altro' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conferma eliminazione' }))
  await user.click(dialog.getByRole('button', { name: 'Elimina' }))
}

test('from a record one goes to those beside it in the list, with a button or a key, and back to the one looked at last', () =>
  onScreen(
    'lettura.conta',
    LIST,
    async (world) => {
      await enter(world, 'AAA 02')
      expect(step('Precedente').title).toBe('Precedente (k)')
      await world.user.click(step('Successivo'))
      await named('AAA 03')
      expect(document.activeElement?.id, 'where one is, is heard').toBe('page-title')
      expect([step('Successivo').getAttribute('aria-disabled'), step('Successivo').title]).toEqual([
        'true',
        'È l’ultimo di questa pagina dell’elenco',
      ])
      await world.user.keyboard('j')
      await named('AAA 03')
      await world.user.keyboard('k')
      await named('AAA 02')
      await world.user.keyboard('k')
      await named('AAA 01')
      expect(step('Precedente').title).toBe('È il primo di questa pagina dell’elenco')
      await world.user.click(screen.getByRole('tab', { name: /^Carte/ }))
      await waitFor(() => expect(world.address()).toMatch(/\?scheda=carte$/))
      await world.user.keyboard('j')
      await named('AAA 02')
      expect(screen.getByRole('tab', { name: /^Carte/ }).ariaSelected, 'the open tab stays').toBe('true')
      await world.reload()
      await named('AAA 02')
      step('Successivo')
      await world.back()
      await listed()
      expect(world.address()).toBe(LIST)
      await waitFor(() => expect(document.activeElement?.textContent).toBe('AAA 02'))
      // Opened by its address it has none beside it.
      await world.open(screen.getByRole('link', { name: 'AAA 02' }).getAttribute('href')!)
      await named('AAA 02')
      expect(screen.queryByLabelText('Successivo')).toBeNull()
    },
    three,
  ))

test('what its title and its chip say is no fact of it; beside it stands what belongs to it and, for who may read that, who changed it last', async () => {
  const labels = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
  const prepare = async (world: World) => {
    const made = (await (await world.as('contabilita')).post('/banks', { name: 'AAA 01', branch: 'Parma' })).body.data
    await (await world.as('admin')).edit(`/banks/${made.id}`, { note: 'x', active: false })
  }
  await onScreen(
    'contabilita',
    '/stazioni/banche?search=AAA',
    async ({ user, address }) => {
      await user.click(await screen.findByRole('link', { name: 'AAA 01' }))
      await named('AAA 01')
      screen.getByText('Non attiva')
      screen.getByText('Parma')
      expect(labels()).not.toContain('Nome')
      expect(labels()).not.toContain('Attiva')
      const rail = within(screen.getByRole('complementary', { name: 'In breve' }))
      await rail.findByText(/^Modifica di Anna Amministratrice, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
      expect(rail.getByText('POS').closest('a')?.getAttribute('href')).toMatch(/\?scheda=pos$/)
      await user.click(rail.getByRole('link', { name: 'Carte' }))
      await waitFor(() => expect(screen.getByRole('tab', { name: 'Carte (0)' }).ariaSelected).toBe('true'))
      await user.click(rail.getByRole('link', { name: 'Storico' }))
      await screen.findByText(/Note: .+ → x/)
      expect(address()).toMatch(/\?scheda=storico$/)
    },
    prepare,
  )
  await onScreen(
    'lettura.conta',
    '/stazioni/banche?search=AAA',
    async ({ user, network }) => {
      await user.click(await screen.findByRole('link', { name: 'AAA 01' }))
      await named('AAA 01')
      const rail = within(screen.getByRole('complementary', { name: 'In breve' }))
      await rail.findByRole('link', { name: 'File' })
      expect(rail.queryByRole('link', { name: 'Storico' })).toBeNull()
      expect(network.asked.filter((call) => call.includes('/models/history'))).toEqual([])
      expect(screen.queryByRole('button', { name: 'Altro' }), 'who may only read does nothing to it').toBeNull()
      expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
    },
    prepare,
  )
})

test('a change is the last change at once', () =>
  onScreen(
    'contabilita',
    LIST,
    async (world) => {
      await enter(world, 'AAA 01')
      await screen.findByText('Nessuna registrata.')
      await world.user.click(screen.getByRole('button', { name: 'Modifica' }))
      await world.user.type(await screen.findByRole('textbox', { name: 'Filiale' }), 'Fidenza')
      await world.user.click(screen.getByRole('button', { name: 'Salva' }))
      await screen.findByText(/^Modifica di Carlo/)
      step('Successivo')
    },
    three,
  ))

test('a question does not stay over the page that Back leads to', () =>
  onScreen(
    'contabilita',
    LIST,
    async (world) => {
      await enter(world, 'AAA 02')
      await world.user.click(screen.getByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Elimina' }))
      await screen.findByRole('dialog', { name: 'Conferma eliminazione' })
      await world.back()
      await named(/^Banche/)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
    three,
  ))

test('Elimina asks, and leads back to the list as it was, to the row in its place; nothing that is gone is asked for', () =>
  onScreen(
    'contabilita',
    LIST,
    async (world) => {
      await enter(world, 'AAA 02')
      await world.user.click(screen.getByRole('tab', { name: 'Storico' }))
      await erase(world)
      await screen.findByText('Banca eliminata')
      await waitFor(() => expect(cells().map(([name]) => name)).toEqual(['AAA 01', 'AAA 03']))
      expect(world.address()).toBe(LIST)
      await waitFor(() => expect(document.activeElement?.textContent).toBe('AAA 03'))
      expect(await world.db.$count(banks, eq(banks.name, 'AAA 02'))).toBe(0)
      expect(notices.get().map(({ content }) => content)).toEqual(['Banca eliminata'])
    },
    three,
  ))

test('what is in use stays, and says why; one opened by its address leads to the list once it is deleted; on a phone from a sheet', () =>
  onScreen(
    'contabilita',
    '/dashboard',
    async (world) => {
      const [held] = await world.db.select().from(pos).where(ne(pos.bank_id, 0)).orderBy(asc(pos.id))
      await world.open(`/stazioni/banche/${held!.bank_id}`)
      await screen.findByRole('tab', { name: 'Dati' })
      await erase(world)
      await screen.findByText(/^La banca è associata a \d+ POS\.$/)
      expect(world.address()).toBe(`/stazioni/banche/${held!.bank_id}`)
      const [free] = await world.db.select().from(banks).where(eq(banks.name, 'AAA 03'))
      media.phone = true
      await world.reload(`/stazioni/banche/${free!.id}`)
      await named('AAA 03')
      await world.user.click(screen.getByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('button', { name: 'Elimina' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Conferma eliminazione' }))
      await world.user.click(dialog.getByRole('button', { name: 'Elimina' }))
      await waitFor(() => expect(world.address()).toBe('/stazioni/banche'))
      await named(/^Banche/)
    },
    three,
  ))

test.each(['/stazioni/banche/999999', '/utenti/999999', '/stazioni/999999', '/storico-job/999999', '/verifiche/999999'])(
  "a page whose own record is not there, %s, says 'Pagina non trovata' and leads home",
  (path) =>
    onScreen('admin', path, async ({ address }) => {
      await waitFor(() => expect(address()).toBe('/dashboard'))
      expect(notices.get().map(({ content }) => content)).toEqual(['Pagina non trovata'])
    }),
)

test('a dialog of the list whose record is not there says so, and the list stays', () =>
  onScreen('contabilita', '/stazioni/banche?modulo=999999', async ({ address }) => {
    await screen.findByText(/^Non è tra le righe di questa pagina/)
    expect(address()).toBe('/stazioni/banche?modulo=999999')
    expect(notices.get()).toEqual([])
  }))

test('a tab keeps what was chosen in it while another is open', () =>
  onScreen(
    'contabilita',
    LIST,
    async (world) => {
      await enter(world, 'AAA 01')
      await world.open(`${world.address()}?scheda=storico&event=updated&sort=created_at`)
      await screen.findByText('Nessun risultato con i filtri selezionati.')
      await world.user.click(screen.getByRole('tab', { name: 'Dati' }))
      await waitFor(() => expect(world.address()).not.toContain('?'))
      await world.user.click(screen.getByRole('tab', { name: 'Storico' }))
      await waitFor(() => expect(world.address()).toMatch(/\?scheda=storico&event=updated&sort=created_at$/))
    },
    three,
  ))
