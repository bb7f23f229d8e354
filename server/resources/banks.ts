import { banks } from '../../src/contract/banks.ts'
import { bank_cards, banks as table } from '../db/schema/banks.ts'
import { pos } from '../db/schema/equipment.ts'
import { countOf } from '../lib/children.ts'
import { implement } from '../lib/implement.ts'
import { plainOn } from '../lib/plain-on.ts'

const plain = plainOn(banks, table, {
  model: 'bank',
  search: ['name', 'note', 'branch'],
  sort: ['name', 'abi', 'created_at'],
  row: { cards_count: countOf(bank_cards.bank_id, table.id), pos_count: countOf(pos.bank_id, table.id) },
  children: { cards: bank_cards.bank_id },
  inUse: [[pos.bank_id, (count) => `La banca è associata a ${count} POS.`]],
})
export default implement(banks, plain)
