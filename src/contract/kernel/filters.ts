import * as v from 'valibot'

/** Query parameters that filter lists (domain.md 0.2). All are optional; an empty list of values filters nothing. */
const values = v.pipe(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((value) =>
    [value]
      .flat()
      .flatMap((one) => String(one).split(','))
      .map((one) => one.trim())
      .filter(Boolean),
  ),
)
/** One or more values, as repeated keys or separated by commas; at most 100. */
export const listParam = <const S extends v.GenericSchema<string, unknown>>(item: S) =>
  v.optional(v.pipe(values, v.array(item), v.maxLength(100, 'I valori del filtro sono troppi.')))
export const anyText = listParam(v.pipe(v.string(), v.maxLength(200)))
export const anyId = listParam(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Il filtro deve contenere numeri interi.'), v.transform(Number)))
/** `facet=status`: the page also has `counts`, how many rows have each value of that filter under the others (leave itself out of the query). */
export const facets = <const N extends string>(...names: readonly [N, ...N[]]) => ({
  facet: v.optional(v.picklist(names, 'Il filtro non ha conteggi.')),
})
export const booleanParam = v.optional(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', '1', '0'])], 'Il filtro ammette solo sì o no.'),
    v.transform((value) => value === true || value === 'true' || value === '1'),
  ),
)
/** The text of a field that searches as one types: `value` as in the documents, `search` and `query` as in the lists. */
export const typed = {
  value: v.optional(v.pipe(v.string(), v.maxLength(200))),
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  query: v.optional(v.pipe(v.string(), v.maxLength(200))),
}
