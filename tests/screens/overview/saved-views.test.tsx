// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/list/ColumnChooser.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { saved_views } from '../../../server/db/schema/overview/saved-views.ts'
import { learnUsualViews } from '../../../src/app/usual-views.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

afterEach(() => localStorage.clear())
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const names = () => cells().map(([name]) => name)
async function views({ user }: Screen, button: string | RegExp = /^Vist[ae]/) {
  await user.click(screen.getByRole('button', { name: button }))
  return within(await screen.findByRole('group', { name: 'Viste' }))
}

test('filters, order and columns are saved as a view, which is changed in place, linked, deleted and restored', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const { user, db, address } = world
    await screen.findByRole('table')
    const all = names()
    await user.click(screen.getByRole('button', { name: /^Nome/ }))
    await waitFor(() => expect(address()).toContain('sort=-name'))
    let menu = await views(world, 'Viste')
    await user.click(menu.getByRole('button', { name: 'Salva vista' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Salva vista' }))
    expect(dialog.queryByRole('combobox'), 'only administrators share').toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    dialog.getByText('Il campo Nome è obbligatorio.')
    await user.type(dialog.getByRole('textbox', { name: 'Nome' }), 'Dalla zeta')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await screen.findByRole('button', { name: 'Vista: Dalla zeta' })
    const [stored] = await db.select().from(saved_views)
    expect(stored).toMatchObject({ screen: 'banks.list', name: 'Dalla zeta', search: { sort: '-name' }, layout: {}, roles: [] })
    expect(address()).toContain(`vista=${stored!.key}`)

    // A column goes: the view is marked as changed, until it is brought up to date.
    await user.click(screen.getByRole('button', { name: 'Colonne' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Note' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Vista: Dalla zeta' }).textContent).toBe('Dalla zeta *'))
    menu = await views(world)
    await user.click(menu.getByRole('button', { name: 'Aggiorna vista' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Vista: Dalla zeta' }).textContent).toBe('Dalla zeta'))
    expect((await db.select().from(saved_views))[0]!.layout).toMatchObject({ hidden: ['Note'] })
    expect(headings()).not.toContain('Note')

    // Without it the list is as it was; the link alone brings all of it.
    await user.click(screen.getByRole('button', { name: 'Elenco senza vista' }))
    await waitFor(() => expect(names()).toEqual(all))
    expect(headings()).toContain('Note')
    await world.reload(`/stazioni/banche?vista=${stored!.key}`)
    await waitFor(() => expect(address()).toContain('sort=-name'))
    await screen.findByRole('button', { name: 'Vista: Dalla zeta' })
    await waitFor(() => expect(headings()).not.toContain('Note'))

    menu = await views(world)
    await menu.findByText(String(all.length))
    await user.click(menu.getByRole('button', { name: 'Elimina vista' }))
    await screen.findByText('Vista eliminata')
    expect(await db.select().from(saved_views)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Annulla l’eliminazione di Dalla zeta' }))
    await screen.findByRole('button', { name: 'Vista: Dalla zeta' })
    expect((await db.select().from(saved_views))[0]).toMatchObject({ key: stored!.key, search: { sort: '-name' } })
  }))

test('the default view of a role applies to its people without any action of theirs', () =>
  onScreen(
    'contabilita',
    '/dashboard',
    async ({ open, address }) => {
      learnUsualViews()
      await waitFor(() => expect(Object.keys(localStorage).filter((name) => name.startsWith('piazzale-views-'))).toHaveLength(1))
      await open('/stazioni/banche')
      await screen.findByRole('button', { name: 'Vista: Dalla zeta' })
      await waitFor(() => expect(address()).toContain('sort=-name'))
    },
    async ({ as }) => {
      const admin = await as('admin')
      const { status } = await admin.post('/saved-views', {
        ...{ key: crypto.randomUUID(), screen: 'banks.list', name: 'Dalla zeta', search: { sort: '-name' } },
        ...{ roles: ['accounting'], standard: true },
      })
      expect(status).toBe(201)
    },
  ))
