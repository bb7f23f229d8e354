import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'

const parts = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
/** `non-conformities` → `non conformities`, `addSection` → `add section`. */
export const spaced = (name: string) => parts(name).join(' ')
/** `inspection-models` → `InspectionModels`. */
export const pascal = (name: string) =>
  parts(name)
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('')
/** The singular of an English plural: `categories` → `category`, `boxes` → `box`, `banks` → `bank`; other words stay. */
export const singular = (name: string) =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
const oneOf = (name: string) => `${/^(?!us|uni)[aeiou]/.test(name) ? 'an' : 'a'} ${singular(name)}`
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

const verbs: Record<string, string> = { create: 'Create', get: 'Read', update: 'Change', remove: 'Delete', upload: 'Upload files to' }
/** The summary of a call in a few English words: `Change a bank`, `Read dispensers (equipment)`. */
export function summaryOf({ resource, name, method, path }: Endpoint & Named): string {
  const key = name.slice(resource.length + 1)
  const things = spaced(resource)
  if (key === 'list') return `List ${things}`
  if (key === 'suggest') return `Suggest ${things}`
  const one = path.includes('{') || key === 'create' ? oneOf(things) : things
  if (verbs[key]) return `${verbs[key]} ${one}`
  return `${method === 'GET' ? `Read ${spaced(key)}` : capital(spaced(key))} (${things})`
}
