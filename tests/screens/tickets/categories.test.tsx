// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/CategoryForm.tsx'
import '../../../src/features/tickets/CategoryTree.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import { onScreen } from '../support/world.tsx'

test('the categories of tickets stand as a tree, each under its own, and a category opens its form', () =>
  onScreen(
    'sup.ticket',
    '/tickets/categorie',
    async ({ user, address }) => {
      await screen.findByRole('table')
      await user.click(screen.getByRole('radio', { name: 'Albero' }))
      expect(address()).toBe('/tickets/categorie?scheda=albero')
      const item = async (name: RegExp) => screen.findByRole('treeitem', { name })
      expect((await item(/^ZZ Impianti/)).getAttribute('aria-level')).toBe('1')
      expect((await item(/^ZZ Luci.*Non attiva$/)).getAttribute('aria-level')).toBe('2')
      await user.click(screen.getByRole('link', { name: 'ZZ Luci' }))
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(dialog.querySelector('input')!.value).toBe('ZZ Luci'))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await user.click(screen.getByRole('button', { name: 'Nuova categoria' }))
      await screen.findByRole('dialog', { name: 'Nuova categoria' })
    },
    async ({ db }) => {
      const [parent] = await db.insert(ticket_categories).values({ name: 'ZZ Impianti' }).returning()
      await db.insert(ticket_categories).values({ name: 'ZZ Luci', parent_id: parent!.id, active: false, sla_hours: 24 })
    },
  ))
