import { stations } from '../../contract/stations/stations.ts'
import { ticketCategories, ticketPriorities } from '../../contract/tickets/categories.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { DATE_FIELDS, TICKET_STATUSES } from '../../contract/tickets/words.ts'
import { anyOf, type Filter, lookup, oneOf, related } from '../../crud/list/filters.tsx'
import { period } from '../../crud/list/period.tsx'
import { part } from '../../ui/part.tsx'

/** A filter whose values are numbers in the address and labels on the screen. */
function numbered(label: string, words: Readonly<Record<number, string>>): Filter<number[]> {
  const inner = anyOf(label, words as Readonly<Record<string, string>>)
  return {
    label,
    say: (values) => inner.say(values.map(String)),
    control: ({ value, onChange, ...rest }) =>
      inner.control({ ...rest, value: value?.map(String), onChange: (next) => onChange(next?.map(Number)) }),
  }
}
const statuses = Object.fromEntries(TICKET_STATUSES.map(({ id, label }) => [id, label]))
export const filters = {
  status: numbered('Stato', statuses),
  category_id: lookup('Categoria', ticketCategories.list),
  station_id: related('Punto vendita', stations.suggest, ({ code, name }) => `${code} ${name}`),
  priority: numbered('Priorità', ticketPriorities),
}
export const dated = { date_field: oneOf('Data di', DATE_FIELDS), from: period('Periodo', 'to') }
export const assigned = { assigned_to: lookup('Assegnatario', tickets.users) }
const MacroSelect = part(() => import('./MacroSelect.tsx').then((m) => m.MacroSelect))
/** The macros, for many tickets at once. */
export const macros = {
  macro_id: {
    label: 'Macro',
    bulkOnly: true,
    say: () => null,
    control: ({ value, onChange, label }) => (
      <MacroSelect label={label} value={value?.[0]} onChange={(id) => onChange(id === null ? undefined : [id])} />
    ),
  } satisfies Filter<number[]>,
}
