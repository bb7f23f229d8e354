import { banks } from '../../src/contract/banks.ts'
import { bank_cards, banks as table } from '../db/schema/banks.ts'
import { pos } from '../db/schema/equipment.ts'
import { attachmentsOf, countOfFiles } from '../lib/attachments.ts'
import { countOf } from '../lib/children.ts'
import { crudOn } from '../lib/crud-on.ts'
import { filesOf } from '../lib/files.ts'
import { implement } from '../lib/implement.ts'

const crud = crudOn(banks, table, {
  model: 'bank',
  search: ['name', 'note', 'branch'],
  sort: ['name', 'abi', 'created_at'],
  row: {
    cards_count: countOf(bank_cards.bank_id, table.id),
    pos_count: countOf(pos.bank_id, table.id),
    files_count: countOfFiles('bank', table.id),
  },
  record: { files: filesOf('bank', table.id) },
  children: { cards: bank_cards.bank_id },
  inUse: [[pos.bank_id, (count) => `La banca è associata a ${count} POS.`]],
})
export default implement(banks, { ...crud, ...attachmentsOf('bank', crud.get) })
