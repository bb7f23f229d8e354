import { banks } from '../../../src/contract/banks/banks.ts'
import { stations } from '../../../src/contract/stations/stations.ts'
import { useRecordForm } from '../../../src/crud/form/use-record-form.ts'
import { oneOf } from '../../../src/crud/list/filters.tsx'
import { listSearch, useListState } from '../../../src/crud/list/list-search.ts'
import { PagedTable } from '../../../src/crud/list/PagedTable.tsx'

/** Uses of lists and forms that must not compile. Checked by `tsc -b`: a missing error is an error. */
export function Form() {
  const { field } = useRecordForm(banks, undefined, { name: '', note: '', cards: [] }, (bank) => bank.rev)
  // @ts-expect-error a misspelt field
  field('nota')
  // @ts-expect-error a field of the record that this form does not edit
  field('iban')
  // @ts-expect-error a misspelt field of a row
  field('cards.0.nummer')
  // @ts-expect-error an initial value of no field
  useRecordForm(banks, undefined, { nome: '' }, () => {})
  // @ts-expect-error an initial value of another type
  useRecordForm(banks, undefined, { name: 3 }, () => {})
  return [field('name'), field('note'), field('cards'), field('cards.0.number'), field(`cards.${1}.kind`)]
}

export function List() {
  const list = useListState(banks.list)
  // @ts-expect-error no such property of a row
  const columns = { Nome: (bank: { title: string }) => bank.title } satisfies Parameters<typeof PagedTable<typeof banks.list>>[0]['columns']
  list.onSearch({ page: 2 })
  // @ts-expect-error no such parameter of this list
  list.onSearch({ province: ['MI'] })
  // @ts-expect-error the parameter has another type
  list.onSearch({ page: 'due' })
  // @ts-expect-error no such parameter of this list
  const filters = <PagedTable {...list} columns={{ Nome: (bank) => bank.name }} empty="" filters={{ province: oneOf('Provincia', {}) }} />
  // @ts-expect-error a record is no list
  const hints = useListState(banks.get)
  return [columns, filters, hints, listSearch(stations.list)({}).province?.[0]?.length]
}
