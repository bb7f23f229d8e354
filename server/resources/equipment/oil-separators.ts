import { oilSeparators } from '../../../src/contract/equipment/oil-separators.ts'
import { oil_separators as table } from '../../db/schema/equipment/equipment.ts'
import { implement } from '../../lib/core/implement.ts'
import { equipmentOn, SERIAL_TAKEN } from './equipment-part.ts'

export default implement(
  oilSeparators,
  equipmentOn(oilSeparators, table, {
    kind: 'oil_separator',
    search: ['number', 'type', 'brand', 'model', 'company', 'fir_number'],
    sort: ['number', 'type', 'brand', 'year', 'capacity', 'last_cleaning', 'next_cleaning'],
    sentences: { oil_separators_number: ['number', SERIAL_TAKEN] },
    // An oil separator is emptied once a year.
    checks: [{ last: 'last_cleaning', next: 'next_cleaning', type: 'disoleatore', what: 'Svuotamento disoleatore', months: () => 12 }],
    labelOf: ({ number, brand, model }) => [number, brand, model].filter(Boolean).join(' ') || 'senza matricola',
  }),
)
