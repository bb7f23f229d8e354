import { banks } from '../../../src/contract/banks/banks.ts'
import { bank_cards, banks as table } from '../../db/schema/banks/banks.ts'
import { pos } from '../../db/schema/equipment/equipment.ts'
import { implement } from '../../lib/core/implement.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(banks, table, {
  model: 'bank',
  search: ['name', 'note', 'branch'],
  sort: ['name', 'abi', 'created_at'],
  row: { cards_count: countOf(bank_cards.bank_id, table.id), pos_count: countOf(pos.bank_id, table.id) },
  children: { cards: bank_cards.bank_id },
  inUse: [[pos.bank_id, (count) => `La banca è associata a ${count} POS.`]],
})
export default implement(banks, plain)
