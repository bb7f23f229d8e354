import { expect, test } from 'vitest'
import { parseItem } from '../../src/outbox/parse-item.ts'
import { isSent, isStuck, OLD_MS, summaryOf } from '../../src/outbox/summary.ts'
import type { Item } from '../../src/outbox/types.ts'
import type { Work } from '../../src/outbox/work.ts'

const item: Item = {
  id: 'a',
  user: 7,
  userName: 'M. Rossi',
  entity: 'e',
  lane: 'l',
  seq: 3,
  endpoint: 'things.create',
  input: { n: 1 },
  photos: ['h'],
  dependsOn: ['b'],
  label: 'Cosa',
  state: 'queued',
  attempts: 2,
  createdAt: 1_000,
  superseded: ['old'],
  schema: 1,
}
const states = ['queued', 'sending', 'sent', 'retry-wait', 'auth-wait', 'needs-fix', 'conflict', 'quarantined']

test.each(states)('an item that is %s is read as it was written', (state) => {
  const row = { ...item, state, sealed: 'x' }
  expect(parseItem(row)).toBe(row)
})
test('nothing to send with, and nothing sealed, is sound too', () => {
  const row = { ...item, photos: [], dependsOn: [], superseded: [], sealed: undefined }
  expect(parseItem(row)).toBe(row)
})

/** The row shown in place of an unreadable one. */
const MISSING: Record<string, unknown> = {
  user: 0,
  userName: 'Autore sconosciuto',
  entity: 'a',
  lane: 'unreadable:a',
  seq: 0,
  endpoint: '',
  label: 'Invio danneggiato',
}
test.each<[keyof Item, unknown]>([
  ['user', '7'],
  ['user', Number.NaN],
  ['userName', 7],
  ['entity', undefined],
  ['lane', null],
  ['endpoint', {}],
  ['label', 5],
  ['seq', '3'],
  ['seq', Number.POSITIVE_INFINITY],
  ['attempts', undefined],
  ['createdAt', 'ieri'],
  ['schema', null],
  ['photos', 'h'],
  ['photos', ['h', 5]],
  ['dependsOn', undefined],
  ['superseded', [null]],
  ['state', 'nonsense'],
  ['state', undefined],
  ['sealed', 5],
])('a row whose %s is %o goes into quarantine, whole, with all that can be read of it', (name, value) => {
  const row = { ...item, [name]: value }
  const { id, userName, entity, lane, endpoint, label, user, seq, createdAt } = item
  const at = name === 'createdAt' ? 0 : createdAt
  expect(parseItem(row)).toEqual({
    ...{ id, user, userName, entity, lane, seq, endpoint, label },
    ...(name in MISSING && { [name]: MISSING[name] }),
    createdAt: at,
    input: row,
    photos: [],
    dependsOn: [],
    state: 'quarantined',
    attempts: 0,
    lastError: {
      status: 0,
      code: 'damaged',
      message: 'Questo invio è danneggiato e non può essere letto.',
      recorded: false,
      at,
    },
    superseded: [],
    schema: Number.MAX_SAFE_INTEGER,
  })
})
test('a row whose name is no text is known by its text, and waits in a lane of its own', () => {
  expect(parseItem({ id: 12 })).toMatchObject({ id: '12', entity: '12', lane: 'unreadable:12', input: { id: 12 } })
})

test('works are counted: what is not sent, what waits for a person, what waits for more than a day', () => {
  const now = 10 * OLD_MS
  const work = (state: string, age: number) => ({ state, since: now - age }) as Work
  expect(OLD_MS).toBe(24 * 3_600_000)
  expect(summaryOf([], now)).toEqual({ unsent: 0, stuck: 0, old: 0 })
  expect(
    summaryOf(
      [
        work('sent', 2 * OLD_MS),
        work('queued', OLD_MS),
        work('queued', OLD_MS + 1),
        work('sending', 0),
        work('conflict', 2 * OLD_MS),
        work('needs-fix', 5),
        work('quarantined', 5),
      ],
      now,
    ),
  ).toEqual({ unsent: 6, stuck: 3, old: 2 })
  expect(states.filter((state) => isStuck({ state } as Work))).toEqual(['needs-fix', 'conflict', 'quarantined'])
  expect(states.filter((state) => isSent({ state } as Work))).toEqual(['sent'])
})
