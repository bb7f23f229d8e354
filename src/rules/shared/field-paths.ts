import * as v from 'valibot'

/** What may be looked into of a schema. */
export interface Holder {
  type?: string
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
}
/** Without what lets it be nothing. */
export const inside = (schema: v.GenericSchema): v.GenericSchema => {
  const { wrapped } = schema as Holder
  return wrapped ? inside(wrapped) : schema
}

/** The schema of a field, by its dotted place. */
export function fieldAt(schema: v.GenericSchema, path: string): v.GenericSchema | undefined {
  let field: v.GenericSchema | undefined = schema
  for (const key of path.split('.')) {
    const { item, entries } = inside(field) as Holder
    field = item ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined)
    if (!field) return undefined
  }
  return field
}
/** The label of a field and whether it must be filled in, from the schema of the body. */
export function describe(schema: v.GenericSchema, path: string): { label: string | undefined; required: boolean } {
  const field = fieldAt(schema, path)
  return field
    ? { label: v.getTitle(field) ?? v.getTitle(inside(field)), required: !('wrapped' in field) }
    : { label: undefined, required: false }
}
