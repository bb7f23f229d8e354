import type { CustomerLog } from '../../contract/cards/customer-logs.ts'
import { customerLogActions } from '../../contract/cards/words.ts'
import { fieldLabel, formatField, modelHistory } from '../shared/history-format.ts'
import { romeMoment } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { cardHistory } from './history.ts'

/** Labels of what an operation says of itself. */
const labels: Readonly<Record<string, string>> = {
  reason: 'Motivo',
  cards: 'Tessere',
  username: 'Utente portale',
  mail: 'Inviate per email',
  type: 'Tipo',
  file: 'File',
  host: 'Sistema',
  from: 'Da codice',
  to: 'A codice',
  merged: 'Unito',
}
type Side = Record<string, unknown>
const isSide = (value: unknown): value is Side => typeof value === 'object' && value !== null && !Array.isArray(value)
export interface LogChange {
  field: string
  before: string
  after: string
}
const modelOf = ({ card }: Pick<CustomerLog, 'card'>) => modelHistory(cardHistory, card ? 'card' : 'customer')
/** The fields that an operation changed, by label, in words; of any other detail its facts, without a value before. */
export function logChanges(row: Pick<CustomerLog, 'card' | 'detail'>): LogChange[] {
  const { before, after, ...facts } = row.detail ?? {}
  const model = modelOf(row)
  const words = (name: string, side: unknown) => (isSide(side) && name in side ? formatField(model, name, side[name]) || '–' : '')
  const names = isSide(after) ? Object.keys(after) : []
  return [
    ...names.map((name) => ({ field: fieldLabel(model, name), before: words(name, before), after: words(name, after) })),
    ...Object.entries(facts).flatMap(([name, value]) =>
      value === null || value === undefined || value === 0
        ? []
        : {
            field: labels[name] ?? fieldLabel(model, name),
            before: '',
            after: typeof value === 'boolean' ? (value ? 'sì' : 'no') : formatField(model, name, value),
          },
    ),
  ]
}
const inWords = ({ field, before, after }: LogChange) => `${field}: ${before && `${before} → `}${after}`

/** The columns of the log, on screen and in a file. */
export const logColumns = {
  'Data/ora': { text: (row) => romeMoment(row.created_at) },
  Operatore: { text: (row) => row.user?.name ?? 'Sistema' },
  Cliente: { text: (row) => (row.customer ? `${row.customer.code} ${row.customer.name}` : ''), wide: true },
  Tessera: { text: (row) => row.card?.number ?? '' },
  Operazione: { text: (row) => customerLogActions[row.action] },
  Dettaglio: { text: (row) => logChanges(row).map(inWords).join(' · '), wide: true },
} satisfies Record<string, SheetColumn<CustomerLog>>
