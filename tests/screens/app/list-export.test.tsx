// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { exported } from '../support/exported.ts'
import { cells, onScreen } from '../support/world.tsx'

afterEach(() => localStorage.clear())

test('what is exported is what is shown, all its pages: filter, order and columns', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche?search=aaa&sort=-name',
    async (world) => {
      await screen.findByText('1–15 di 1.103')
      const [head, ...lines] = await exported(world, screen.getByRole('button', { name: 'Esporta' }))
      expect(head).toBe('Nome;ABI;N. carte;N. POS;N. file;Note')
      expect(lines, 'of more than one piece').toHaveLength(1103)
      expect(lines.slice(0, 15).map((line) => line.split(';')[0])).toEqual(cells().map(([name]) => name))
      expect(world.network.asked.filter((asked) => asked.includes('is_paginated=0'))).toHaveLength(2)
    },
    async ({ db }) => {
      const values = Array.from({ length: 1103 }, (_, at) => ({ name: `AAA ${String(at).padStart(4, '0')}` }))
      await db.insert(banks).values(values)
    },
  ))

test('verifiche are exported with the words of their states; a refusal is told and nothing is saved', () =>
  onScreen('admin', '/verifiche?status=completed', async (world) => {
    await screen.findByRole('table')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    const [head, ...lines] = await exported(world, screen.getByRole('button', { name: 'Esporta' }))
    expect(head!.split(';')).toEqual(heads.filter((name) => name !== 'Azioni'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/;Completata$/)
    world.network.instead = () => Response.json({ message: 'Manutenzione in corso.' }, { status: 503 })
    await world.user.click(screen.getByRole('button', { name: 'Esporta' }))
    await world.user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'CSV' }))
    await screen.findByText('Manutenzione in corso.')
  }))
