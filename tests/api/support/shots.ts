import fc from 'fast-check'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { hostile, spoil } from '../../hostile.ts'
import { sample, valid } from '../../values.ts'
import { multipart, queryString, type Shot, shot } from './calls.ts'

/** A request that may well be right, by number. */
type Right = (number: number) => Shot
const how = fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add')
const seed = fc.nat(10_000)
const spoiled = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.nat(), hostile, how).map(([value, pick, by, way]) => spoil(value as object, pick, by, way))

const IDS = [
  '0',
  '-1',
  '1',
  '2',
  '1000000000',
  '99999999999999999999',
  'abc',
  '1.5',
  '1e3',
  '%00',
  '%',
  '%ff',
  '%2e%2e%2f',
  '..',
  "1'",
  '1;',
  ' ',
  'null',
  'x'.repeat(300),
]
/** The path with one of its parameters gone wrong. */
const strayPath = (call: Endpoint, right: Right) =>
  fc.tuple(seed, fc.constantFrom(...IDS), fc.nat()).map(([number, id, pick]) => {
    const names = call.path.match(/\{\w+\}/g) ?? []
    const wrong = names[pick % Math.max(1, names.length)]
    const path = call.path.replace(/\{\w+\}/g, (name) => (name === wrong ? id : '1'))
    const made = right(number)
    // Behind a path without parameters another call may live: only what no call has is put there.
    return { ...made, url: API_BASE + (names.length ? path : `${path};${id}`) }
  })

const pairs = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=${i}`).join('&')
const QUERIES = [
  ...[
    'sort=name;drop table users',
    'sort=(select 1)',
    'sort=__proto__',
    'sort=-constructor',
    'sort=,,',
    'search=%25_%5C%27',
    'search=%00',
    'search=%ED%A0%80',
  ],
  ...[
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page[]=1',
    'page=1&page=2',
    'page=2147483648',
    'per_page=0',
    'per_page=1000000',
    'is_paginated=0',
    'is_paginated=9',
  ],
  ...[
    '__proto__=1',
    '__proto__[admin]=1',
    'constructor[prototype][x]=1',
    '%',
    '%ff=%ff',
    '=',
    '&&&',
    `search=${'x'.repeat(5000)}`,
    pairs(10_000),
  ],
]
const strayQuery = (call: Endpoint, right: Right) =>
  fc.tuple(seed, fc.oneof(fc.constantFrom(...QUERIES), queries(call))).map(([number, query]) => {
    const made = right(number)
    return { ...made, url: `${made.url.split('?')[0]}?${query.replace(/^\?/, '')}` }
  })
const flat = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 200) : value)
const wellFormed = (value: unknown) => (typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '') : flat(value))
const queries = (call: Endpoint) =>
  (call.query ? spoiled(valid(call.query, 'some')) : fc.constant({})).map((values) =>
    queryString(
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? value.map(wellFormed) : wellFormed(value)]),
      ),
    ),
  )

const TYPES = [
  'application/json\ta',
  ' application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
]
const RAW = [
  '',
  '{',
  'null',
  '[]',
  '"testo"',
  '1',
  '{"a":}',
  '{"name":"a","name":"b"}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '\uFEFF{}',
  '{"name":"\\ud800"}',
  `${'['.repeat(100_000)}`,
  `{"name":${'['.repeat(2000)}${']'.repeat(2000)}}`,
  '\0',
  '{"n":1e999}',
  'x'.repeat(3_000_000),
]
const strayBody = (right: Right) =>
  fc
    .tuple(seed, fc.oneof(fc.record({ payload: fc.constantFrom(...RAW) }), fc.record({ type: fc.constantFrom(...TYPES) })))
    .map(([number, wrong]) => {
      const made = right(number)
      return { payload: '{}', type: 'application/json', ...made, ...wrong }
    })
const spoiledBody = (call: Endpoint, right: Right) =>
  fc.tuple(seed, spoiled(valid(call.body!, 'some'))).map(([number, body]) => ({ ...right(number), payload: JSON.stringify(body) }))

const NAMES = [
  '',
  '.htaccess',
  '../../../x.pdf',
  'a.pdf.html',
  'a.pdf%00.html',
  `${'n'.repeat(400)}.pdf`,
  '\u200b.pdf',
  'con.pdf',
  'a"b.pdf',
  'é€😀.pdf',
  'a.svg',
  'a.exe',
]
const file = (name: string, bytes: string) =>
  `content-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n${bytes}\r\n`
const strayForm = (call: Endpoint, right: Right) =>
  fc.tuple(seed, fc.nat(8), fc.constantFrom(...NAMES), hostile).map(([number, way, name, by]) => {
    const { url } = right(number)
    const fields = sample(call.body, 'some', number)
    const form = multipart(way === 0 ? spoil(fields, number, by, 'replace') : fields, way !== 1)
    const boundary = form.type.split('boundary=')[1]!
    const { payload } = form
    if (way === 2) return { url, ...form, payload: payload.slice(0, payload.length >> 1) }
    if (way === 3) return { url, ...form, type: 'multipart/form-data; boundary=altro' }
    if (way === 4) return { url, payload: JSON.stringify(fields), type: 'application/json' }
    if (way === 5) return { url, ...form, payload: `--${boundary}\r\n${file(name, '%PDF-1.4')}`.repeat(15) + payload }
    if (way === 6) return { url, ...form, payload: `--${boundary}\r\n${file(name, '<svg onload=alert(1)>')}${payload}` }
    if (way === 7) return { url, ...form, payload: payload.replaceAll('name="', 'name="__proto__') }
    return { url, ...form, payload: `--${boundary}\r\n${file(name, '%PDF-1.4')}${payload}` }
  })

/** Requests for one call: some right, most of them right but for one thing; `ids` are some that exist. */
export function shotsAt(call: Endpoint, ids: readonly number[]): fc.Arbitrary<Shot> {
  const right: Right = (number) => shot(call, 'some', ids[number % ids.length], number)
  const spoilt = call.body && fc.oneof({ weight: 3, arbitrary: spoiledBody(call, right) }, strayBody(right))
  const body = call.files ? strayForm(call, right) : (spoilt ?? strayBody(right))
  return fc.oneof(
    { weight: 2, arbitrary: seed.map(right) },
    { weight: call.body || call.files ? 6 : 1, arbitrary: body },
    { weight: 2, arbitrary: strayPath(call, right) },
    { weight: call.query ? 4 : 1, arbitrary: strayQuery(call, right) },
  )
}
