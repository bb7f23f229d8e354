import { fireExtinguishers } from '../../src/contract/fire-extinguishers.ts'
import { fire_extinguishers as table } from '../db/schema/equipment.ts'
import { implement } from '../lib/implement.ts'
import { stationPartOn } from '../lib/station-part.ts'

export default implement(
  fireExtinguishers,
  stationPartOn(fireExtinguishers, table, {
    model: 'fire_extinguisher',
    search: ['number', 'type', 'location'],
    sort: ['number', 'type', 'location', 'year', 'next_check'],
    sentences: { fire_extinguishers_number: ['number', 'Matricola già presente per questo punto vendita.'] },
  }),
)
