import { extinguisherIntervals } from '../../../src/contract/equipment/extinguisher-intervals.ts'
import { plain } from '../plain.ts'
import { settings } from '../scope.ts'

export default plain(extinguisherIntervals, {
  path: '/extinguisher-intervals',
  table: 'extinguisher_intervals',
  model: 'extinguisher_interval',
  read: 'settings',
  write: 'settings.write',
  scope: settings,
  writer: 'admin',
  stranger: 'rete',
  body: { type: 'acqua', tank_kind: 'inox', built_until: 1999, check: 6, overhaul: 60, test: 72 },
  change: { overhaul: 48 },
  refused: {
    check: [0, 'Il campo Controllo ogni (mesi) deve essere maggiore o uguale a 1.'],
    type: ['legno', 'Il valore del campo Tipo non è ammesso.'],
  },
  twice: { type: 'Per questi estintori c’è già una riga.' },
  screens: [{ name: 'extinguisher intervals', path: '/impostazioni?scheda=estintori' }],
})
