import { extinguisherIntervals as contract } from '../../src/contract/extinguisher-intervals.ts'
import { extinguisher_intervals as table } from '../db/schema/equipment.ts'
import { implement } from '../lib/implement.ts'
import { plainOn } from '../lib/plain-on.ts'

const plain = plainOn(contract, table, {
  model: 'extinguisher_interval',
  search: ['type', 'tank_kind'],
  sort: ['type', 'tank_kind', 'built_until', 'check', 'overhaul', 'test'],
  sentences: { extinguisher_intervals_kind: ['type', 'Per questi estintori c’è già una riga.'] },
})
export default implement(contract, plain)
