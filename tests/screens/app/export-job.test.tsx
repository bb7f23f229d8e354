// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { World } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

/** So many acts of long ago. */
const many =
  (rows: number) =>
  async ({ db }: World) =>
    void (await db.execute(sql`insert into activity_log (user_id, action, entity, entity_id, method, path, status, created_at)
      select (select min(id) from users), 'modifica', 'banks', i::text, 'PUT', '/prova', 200, timestamp '2024-03-01 11:00Z' + i * interval '1 second'
      from generate_series(1, ${rows}) i`))
const linesOf = async (file: Blob) =>
  new Promise<string[]>((done) => {
    const reader = new FileReader()
    reader.onload = () => done((reader.result as string).replace('\ufeff', '').trimEnd().split('\r\n'))
    reader.readAsText(file)
  })

test('a list of more than 5,000 rows is written by a job: its file is offered by a notice and in "Storico job", with what was on screen', () =>
  onScreen(
    'p.moderate_users',
    '/logs?to=2024-03-31&sort=created_at',
    async (world) => {
      const made: Blob[] = []
      Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
      await screen.findByText('1–15 di 5.001')
      const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
      await world.user.click(screen.getByRole('button', { name: 'Esporta' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
      await screen.findByText('In coda…')
      expect(made, 'nothing is made in the browser').toEqual([])
      await world.runs()
      await world.user.click(await screen.findByRole('button', { name: 'Scarica' }))
      await waitFor(() => expect(made).toHaveLength(1))
      const lines = await linesOf(made[0]!)
      expect(lines).toHaveLength(5_002)
      expect(lines[0]!.split(';')).toEqual(heads)
      expect(lines[1]).toContain('Modifica;Banca n. 1;')
      expect(lines[5_001]).toContain('Modifica;Banca n. 5001;')

      const { rows } = (await world.db.execute(sql`select max(id) as id from job_history`)) as unknown as { rows: [{ id: number }] }
      await world.open(`/storico-job/${rows[0].id}`)
      await screen.findByText('Completato')
      const page = within(screen.getByRole('main'))
      await world.user.click(await page.findByRole('button', { name: 'Scarica' }))
      await waitFor(() => expect(made).toHaveLength(2))
      expect(await linesOf(made[1]!)).toEqual(lines)
    },
    many(5_001),
  ))
