import type { Json } from './json.ts'

const TEXTS: Record<string, string> = {
  date: '2026-03-01',
  'date-time': '2026-03-01T08:30:00.000Z',
  email: 'nome@example.it',
  uuid: '9f1c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f',
}
/** A small value that a JSON schema describes: what it requires and no more. Undefined where none is found at a glance, as for a pattern. */
export function exampleOf(schema: Json, open: (schema: Json) => Json): unknown {
  const of = open(schema)
  if (of.const !== undefined || of.default !== undefined) return of.const ?? of.default
  if (of.enum) return of.enum[0]
  const among: Json[] | undefined = of.anyOf ?? of.oneOf
  if (among) return exampleOf(among[0]!, open)
  switch ([of.type].flat()[0]) {
    case 'string': {
      const text = TEXTS[of.format] ?? 'Prova'
      return of.pattern && !new RegExp(of.pattern).test(text) ? undefined : text.padEnd(of.minLength ?? 0, ' prova')
    }
    case 'integer':
    case 'number':
      return Math.max(of.minimum ?? 1, Math.min(1, of.maximum ?? 1))
    case 'boolean':
      return true
    case 'array':
      return of.minItems ? Array(of.minItems).fill(exampleOf(of.items, open)) : []
    case 'object':
      return objectOf(of, open)
    default:
      return null
  }
}
function objectOf({ properties, required = [] }: Json, open: (schema: Json) => Json) {
  const entries = (required as string[]).map((key) => [key, exampleOf(properties[key], open)] as const)
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}
