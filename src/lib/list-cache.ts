import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, Named, Page } from '../contract/kernel/endpoint.ts'

type Row = Record<string, unknown>
const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)
/** The values of `record` for the columns of `row`, where the types agree: a row may hold a count of what the record lists. */
function shownOf(row: Row, record: Row): Row {
  const alike = Object.keys(row).filter((key) => key in record && [typeOf(row[key]), 'null'].includes(typeOf(record[key])))
  return Object.fromEntries(alike.map((key) => [key, record[key]]))
}
/**
 * The page after a write. An updated row is replaced in place; a created one (`adds`) is appended, if this is the last page and the record has
 * every column of a row.
 */
export function withRecord(page: Page<Row>, record: Row, adds = true): Page<Row> {
  const at = page.data.findIndex(({ id }) => id === record.id)
  if (at >= 0) return { ...page, data: page.data.map((row, i) => (i === at ? { ...row, ...shownOf(row, record) } : row)) }
  const [like] = page.data
  if (!adds || !like || page.current_page !== page.last_page || Object.keys(shownOf(like, record)).length < Object.keys(like).length)
    return page
  return { ...page, data: [...page.data, shownOf(like, record)], total: page.total + 1 }
}
/** Shows the server's answer to a write at once in every loaded list of the resource; the lists are read again too. */
export function showWritten(client: QueryClient, { resource, name, method }: Endpoint & Named, record: unknown) {
  const [, verb] = name.split('.')
  if (!['create', 'update', 'clone'].includes(verb!) || method === 'GET' || !record || typeof record !== 'object' || !('id' in record))
    return
  client.setQueriesData<Page<Row>>({ queryKey: [resource, `${resource}.list`] }, (page) =>
    Array.isArray(page?.data) ? withRecord(page, record as Row, verb !== 'update') : page,
  )
}
