import { and, count, eq, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import { type BankFields, banks } from '../../src/contract/banks.ts'
import { bank_cards, pos, banks as table } from '../db/schema/banks.ts'
import { files } from '../db/schema/system.ts'
import type { Context } from '../lib/context.ts'
import { fileOf, filesOf, readFile, saveFile } from '../lib/files.ts'
import { implement } from '../lib/implement.ts'
import { problem } from '../lib/problem.ts'
import { crudOn } from '../lib/table.ts'

const owner = (id: number) => ({ type: 'bank', id })

async function complete(rows: (typeof table.$inferSelect)[], { db }: Context) {
  const ids = rows.map((row) => row.id)
  const [cards, terminals, stored] = [
    await db.select().from(bank_cards).where(inArray(bank_cards.bank_id, ids)).orderBy(bank_cards.id),
    await db.select({ bank_id: pos.bank_id, n: count() }).from(pos).where(inArray(pos.bank_id, ids)).groupBy(pos.bank_id),
    await filesOf(db, 'bank', ids),
  ]
  return rows.map((row) => ({
    ...row,
    cards: cards.filter((card) => card.bank_id === row.id),
    pos: terminals.find((terminal) => terminal.bank_id === row.id)?.n ?? 0,
    files: stored.filter((file) => file.owner_id === row.id),
  }))
}

const crud = crudOn(table, {
  model: 'bank',
  search: ['name', 'note', 'branch'],
  sort: ['name', 'abi', 'created_at'],
  unique: { banks_name: ['name', 'Il valore del campo Nome è già presente.'] },
  read: complete,
  async save(row, { cards }: Partial<v.InferOutput<typeof BankFields>>, { db }) {
    if (!cards) return
    await db.delete(bank_cards).where(eq(bank_cards.bank_id, row.id))
    if (cards.length) await db.insert(bank_cards).values(cards.map(({ id: _id, ...card }) => ({ ...card, bank_id: row.id })))
  },
  async guard(id, { db }) {
    const linked = await db.$count(pos, eq(pos.bank_id, id))
    if (linked) throw problem.conflict(`La banca è associata a ${linked} POS.`)
  },
})

export default implement(banks, {
  ...crud,
  async upload({ id, files: uploads }, context) {
    if (!uploads.length) throw problem.noFiles()
    await crud.get({ id }, context)
    const saved = []
    for (const upload of uploads) saved.push(await saveFile(upload, owner(id), context))
    return saved
  },
  async file({ id, fileId }, { db, files: store }) {
    const row = await fileOf(db, fileId, owner(id))
    return { bytes: await readFile(row, store), mime: row.mime, name: row.name }
  },
  async removeFile({ id, fileId }, { db }) {
    await db.delete(files).where(and(eq(files.id, fileId), eq(files.owner_type, owner(id).type), eq(files.owner_id, id)))
    return undefined
  },
})
