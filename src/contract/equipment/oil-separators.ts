import { resource } from '../kernel/endpoint.ts'
import { choice, date, integer, longText, optional, optionalText, year } from '../kernel/fields.ts'
import { stationPart } from '../kernel/station-part.ts'

/** "Disoleatori". `number` is the serial number. */
export const oilSeparatorTypes = {
  disoleatore: 'Disoleatore',
  dissabbiatore: 'Dissabbiatore',
  prima_pioggia: 'Vasca di prima pioggia',
} as const
const fields = {
  number: optionalText('Matricola'),
  type: optional(choice('Tipo', oilSeparatorTypes)),
  brand: optionalText('Marca'),
  model: optionalText('Modello'),
  year: optional(year('Anno')),
  capacity: optional(integer('Capacità (l)', { min: 0, max: 9_999_999 })),
  last_cleaning: optional(date('Ultimo svuotamento')),
  next_cleaning: optional(date('Prossimo svuotamento')),
  company: optionalText('Ditta'),
  fir_number: optionalText('N. FIR'),
  note: longText('Note'),
}
export const oilSeparators = resource(
  'oil_separators',
  stationPart('/station/oilseparator', fields, ['Disoleatore creato', 'Disoleatore modificato', 'Disoleatore eliminato']),
)
