import * as sheets from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_history, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { inWorld } from '../support/world.ts'

test('the lines that failed are a sheet to correct and import again, for who imported', () =>
  inWorld(async ({ as, db }) => {
    const office = await as('contabilita')
    const job = { type: 'import_tessere', description: 'Prova', status: 'completato_con_errori', user_id: office.user_id } as const
    const [made] = await db
      .insert(job_history)
      .values({ ...job, items: 2, done: 2, errors: 1 })
      .returning()
    const id = made!.id
    const values = { customer_code: '10001', plate: 'AB123CD' }
    await db.insert(job_rows).values([
      { job_id: id, label: 'Riga 2', data: { line: 2, values }, outcome: 'fatto', message: 'Creata' },
      {
        job_id: id,
        label: 'Riga 3',
        data: { line: 3, values: { ...values, plate: 'EF456GH' } },
        outcome: 'errore',
        message: 'Troppe tessere.',
      },
    ])
    const path = `/admin/history/${id}/sheet`
    expect((await (await as('rete')).get(path)).status).toBe(404)
    expect((await office.get(`/admin/history/${id}`)).body.data.has_sheet).toBe(true)
    const { status, bytes } = await office.get(path)
    expect(status).toBe(200)
    const book = sheets.read(bytes, { type: 'buffer' })
    const lines = sheets.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(lines).toEqual([
      ['Codice cliente*', 'Targa', 'Errori'],
      ['10001', 'EF456GH', 'Troppe tessere.'],
    ])
    const again = await office.upload('/cards/import/read', [{ name: 'righe-con-errori.xlsx', bytes }])
    expect(again.body.data).toMatchObject({ columns: ['customer_code', 'plate'], unknown: ['Errori'] })
    await db.delete(job_rows).where(eq(job_rows.outcome, 'errore'))
    expect((await office.get(path)).status).toBe(404)
  }))
