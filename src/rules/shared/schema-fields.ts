import * as v from 'valibot'

/** The parts of schemas that contain other schemas. */
export interface SchemaParts {
  type?: string
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
}
/** The schema without `optional` and `nullable`. */
export const unwrap = (schema: v.GenericSchema): v.GenericSchema => {
  const { wrapped } = schema as SchemaParts
  return wrapped ? unwrap(wrapped) : schema
}

/** The schema of a field by its dotted path; undefined if there is none. */
export function fieldAt(schema: v.GenericSchema, path: string): v.GenericSchema | undefined {
  let field: v.GenericSchema | undefined = schema
  for (const key of path.split('.')) {
    const { item, entries } = unwrap(field) as SchemaParts
    field = item ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined)
    if (!field) return undefined
  }
  return field
}
/** The label of a field by its dotted path, and if it is required. */
export function labelAndRequired(schema: v.GenericSchema, path: string): { label: string | undefined; required: boolean } {
  const field = fieldAt(schema, path)
  return field
    ? { label: v.getTitle(field) ?? v.getTitle(unwrap(field)), required: !('wrapped' in field) }
    : { label: undefined, required: false }
}
