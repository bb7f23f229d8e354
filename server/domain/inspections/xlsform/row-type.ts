import type { FormRow } from './sheets.ts'
import { plainType, TYPES } from './types.ts'

/** The steps of a `range` as a rating of stars, or as a number with limits. */
function rangeOf(parameters: string): Record<string, unknown> {
  const given = Object.fromEntries(
    [...parameters.matchAll(/(start|end|step)\s*=\s*(-?[\d.]+)/g)].map(([, name, value]) => [name, Number(value)]),
  )
  const { start = 1, end = 10, step = 1 } = given as Record<string, number>
  if (start === 1 && step === 1 && (end === 5 || end === 10)) return { type: 'rating', max: end }
  const decimals = Math.max(...[start, end, step].map((number) => String(number).split('.')[1]?.length ?? 0))
  return { type: 'number', min: Math.min(start, end), max: Math.max(start, end), step, decimals: Math.min(4, decimals) }
}
/** What the type makes of a row, and the columns that were read for it. */
export function basis({ cells }: FormRow, type: string): { fields: Record<string, unknown>; read: string[] } | undefined {
  const made = TYPES[plainType(type)]
  if (!made) return undefined
  const appearance = cells.appearance ?? ''
  if (plainType(type) === 'range') return { fields: rangeOf(cells.parameters ?? ''), read: ['parameters'] }
  if (made.type === 'photo' && /\bsignature\b/.test(appearance)) return { fields: { ...TYPES.signature }, read: ['appearance'] }
  if (made.type === 'text' && /^multiline$/.test(appearance)) return { fields: { type: 'textarea' }, read: ['appearance'] }
  const standing = cells.default?.replace(/\s/g, '')
  if (made.type === 'date' && standing === 'today()') return { fields: { ...made, prefill: 'today' }, read: ['default'] }
  if (made.type === 'datetime' && standing === 'now()') return { fields: { ...made, prefill: 'now' }, read: ['default'] }
  return { fields: { ...made }, read: [] }
}
