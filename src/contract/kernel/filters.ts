import * as v from 'valibot'

/** Query parameters that filter lists. All are optional, and an empty list of values does not filter. */
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
/** One to 100 values, as repeated keys or separated by commas. */
export const listParam = <const S extends v.GenericSchema<string, unknown>>(item: S) =>
  v.optional(v.pipe(values, v.array(item), v.maxLength(100, 'I valori del filtro sono troppi.')))
export const anyText = listParam(v.pipe(v.string(), v.maxLength(200)))
export const anyId = listParam(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Il filtro deve contenere numeri interi.'), v.transform(Number)))
/** With `facet=status` the page also has `counts`: rows per value of that filter, given the other filters. The caller leaves the filter itself out. */
export const facets = <const N extends string>(...names: readonly [N, ...N[]]) => ({
  facet: v.optional(v.picklist(names, 'Il filtro non ha conteggi.')),
})
export const booleanParam = v.optional(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', '1', '0'])], 'Il filtro ammette solo sì o no.'),
    v.transform((value) => value === true || value === 'true' || value === '1'),
  ),
)
/** Text of a suggestion field. `value` is the documented name; `search` and `query` are those of the lists. */
export const suggestionQuery = {
  value: v.optional(v.pipe(v.string(), v.maxLength(200))),
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  query: v.optional(v.pipe(v.string(), v.maxLength(200))),
}
