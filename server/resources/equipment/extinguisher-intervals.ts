import { extinguisherIntervals as contract } from '../../../src/contract/equipment/extinguisher-intervals.ts'
import { extinguisher_intervals as table } from '../../db/schema/equipment/equipment.ts'
import { implement } from '../../lib/core/implement.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(contract, table, {
  model: 'extinguisher_interval',
  search: ['type', 'tank_kind'],
  sort: ['type', 'tank_kind', 'built_until', 'check', 'overhaul', 'test'],
  sentences: { extinguisher_intervals_kind: ['type', 'Per questi estintori c’è già una riga.'] },
})
export default implement(contract, plain)
