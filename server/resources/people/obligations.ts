import { obligations as contract } from '../../../src/contract/people/obligations.ts'
import { management_obligations, obligations as table } from '../../db/schema/people/managements.ts'
import { implement } from '../../lib/core/implement.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(contract, table, {
  model: 'obligation',
  search: ['name', 'description', 'category'],
  sort: ['position', 'name', 'category', 'periodicity', 'managements_count'],
  row: { managements_count: countOf(management_obligations.obligation_id, table.id) },
  inUse: [[management_obligations.obligation_id, (count) => `L’obbligo è assegnato a ${count} gestioni: disattivarlo.`]],
})
export default implement(contract, plain)
