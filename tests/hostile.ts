import fc from 'fast-check'

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
/** Values that have broken somebody's server. */
export const HOSTILE: readonly unknown[] = [
  ...[null, true, '', ' ', [], {}, [[]], [null], { a: 1 }, ['a', 'b'], { $ne: null }, { toString: 1 }, deep(30), deep(3000)],
  ...[-1, 0, 1.000_000_1, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324],
  ...[
    'a\0b',
    '\uD800',
    '\uDFFFx',
    '😀'.repeat(300),
    'x'.repeat(100_000),
    'a'.repeat(50_000).concat('!'),
    '\u202Eabc\u200B',
    '\r\nBcc: altri@example.it',
  ],
  ...[
    "'; drop table users; --",
    '1 or 1=1',
    '%_\\',
    '$1',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=1+1',
    '__proto__',
    'constructor',
    'NaN',
    'Infinity',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31T23:59:60Z',
    '25:61',
    '-0',
    '1e5',
    '0x10',
    '١٢٣',
    'ＡＢＣ',
    '../../etc/passwd',
    '..%2f',
    'null',
    'undefined',
  ],
]
export const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Every place in a value, as paths of keys. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length ? [path] : []
  const inner = Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]))
  return path.length ? [path, ...inner] : inner
}
/** A copy with one place (picked by number) replaced, removed, or a key that nobody asked for added. */
export function spoil<T extends object>(value: T, pick: number, by: unknown, how: 'replace' | 'remove' | 'add'): T {
  const copy = structuredClone(value) as Record<string, unknown>
  const all = places(copy)
  if (how === 'add' || !all.length) return { ...copy, [UNASKED[pick % UNASKED.length]!]: by } as T
  const path = all[pick % all.length]!
  const last = path.pop()!
  const holder = path.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)
  if (how === 'remove') delete holder[last]
  else holder[last] = by
  return copy as T
}
/** Keys that only the server may set, or that JavaScript reads in its own way. */
const UNASKED = [
  'id',
  'rev',
  'station_id',
  'roles',
  'permissions',
  'enabled',
  'status',
  'created_at',
  'created_by',
  'password_hash',
  'deleted_at',
  'constructor',
  'prototype',
  'length',
  'toJSON',
]
