import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { type BankFields, banks } from '../../src/contract/banks.ts'
import { bank_cards, pos, banks as table } from '../db/schema/banks.ts'
import { files } from '../db/schema/system.ts'
import { fileOf, filesOf, readFile, saveRow, storeBytes } from '../lib/files.ts'
import { implement, prepared } from '../lib/implement.ts'
import { jsonRows } from '../lib/json-rows.ts'
import { problem } from '../lib/problem.ts'
import { crudOn } from '../lib/table.ts'

const owner = (id: number) => ({ type: 'bank', id })

const crud = crudOn(table, {
  model: 'bank',
  search: ['name', 'note', 'branch'],
  sort: ['name', 'abi', 'created_at'],
  unique: { banks_name: ['name', 'Il valore del campo Nome è già presente.'] },
  beside: {
    cards: jsonRows(getTableColumns(bank_cards), bank_cards, eq(bank_cards.bank_id, table.id), bank_cards.id),
    pos: sql<number>`(select count(*)::int from ${pos} where ${eq(pos.bank_id, table.id)})`,
    files: filesOf('bank', table.id),
  },
  async save(row, { cards }: Partial<v.InferOutput<typeof BankFields>>, { db }) {
    if (row.cards.length && cards) await db.delete(bank_cards).where(eq(bank_cards.bank_id, row.id))
    if (cards?.length) await db.insert(bank_cards).values(cards.map(({ id: _id, ...card }) => ({ ...card, bank_id: row.id })))
    return !!cards && row.cards.length + cards.length > 0
  },
  async guard(id, { db }) {
    const linked = await db.$count(pos, eq(pos.bank_id, id))
    if (linked) throw problem.conflict(`La banca è associata a ${linked} POS.`)
  },
})

export default implement(banks, {
  ...crud,
  upload: prepared(
    // No transaction waits for the disk.
    async ({ id, files: uploads }, context) => {
      if (!uploads.length) throw problem.noFiles()
      await crud.get({ id }, context)
      const stored = []
      for (const upload of uploads) stored.push(await storeBytes(upload, context))
      return stored
    },
    async ({ id }, context, stored) => {
      await crud.get({ id }, context)
      const saved = []
      for (const one of stored) saved.push(await saveRow(one, owner(id), context))
      return saved
    },
  ),
  async file({ id, fileId }, { db, files: store }) {
    const row = await fileOf(db, fileId, owner(id))
    return { bytes: await readFile(row, store), mime: row.mime, name: row.name }
  },
  async removeFile({ id, fileId }, { db }) {
    await db.delete(files).where(and(eq(files.id, fileId), eq(files.owner_type, owner(id).type), eq(files.owner_id, id)))
    return undefined
  },
})
