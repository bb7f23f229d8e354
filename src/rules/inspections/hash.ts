import type { ModelDefinition } from '../../contract/inspections/form.ts'

/**
 * JSON with one spelling: keys sorted by code unit, no spaces, null and undefined properties left out (an absent setting and an empty one mean the
 * same in a model). Numbers and strings as JSON.stringify writes them, as in RFC 8785.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

/** Lower-case hexadecimal SHA-256 of the UTF-8 text. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Settings that change nothing of a verifica are left out of the hash, so that they make no new version. Tickets are opened by the model as it is at completion. */
const NO_EFFECT = ['ticket_mode', 'ticket_category_id']
const effective = (definition: ModelDefinition): unknown =>
  JSON.parse(JSON.stringify(definition, (name, value) => (NO_EFFECT.includes(name) ? undefined : value)))

/** Identifies a version of a model; the phone sends it with a draft begun offline (docs/spec/inspections.md#model-versions). Pass a parsed definition, defaults filled in. */
export const modelHash = (definition: ModelDefinition) => sha256Hex(canonicalJson(effective(definition)))
