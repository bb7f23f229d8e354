import { NO_KEY } from '../lib/device-key.ts'
import { type Item, type Json, NO_KEY_CODE } from './types.ts'

const STATES: readonly string[] = ['queued', 'sending', 'sent', 'retry-wait', 'auth-wait', 'needs-fix', 'conflict', 'quarantined']
const text = (value: unknown): value is string => typeof value === 'string'
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every(text)

/**
 * What can be told of an encrypted item without its key: what lies in clear. A sent one stays sent; any other holds its lane until there is a key. It is never
 * stored.
 */
export function itemWithoutKey(row: Item): Item {
  const { id, user, lane, state } = row
  const shut = parseItem({ id, user, lane, userName: '', label: 'Invio cifrato', createdAt: Date.now() })
  if (state === 'sent') return { ...shut, state, lastError: undefined }
  return { ...shut, lastError: { ...shut.lastError!, code: NO_KEY_CODE, message: NO_KEY } }
}
/**
 * The row itself if it is a valid item. Otherwise an item in quarantine that carries the whole row as its input, with whatever could be
 * read of it; if it has no lane it gets one of its own, so that it blocks no other item. Nothing is lost: it can be exported and removed.
 */
export function parseItem(row: unknown): Item {
  const item = row as Partial<Item>
  const whole =
    text(item.id) &&
    number(item.user) &&
    [item.userName, item.entity, item.lane, item.endpoint, item.label].every(text) &&
    [item.seq, item.attempts, item.createdAt, item.schema].every(number) &&
    [item.photos, item.dependsOn, item.superseded].every(texts) &&
    STATES.includes(item.state ?? '') &&
    (item.sealed === undefined || text(item.sealed))
  if (whole) return item as Item
  const id = String(item.id)
  const createdAt = number(item.createdAt) ? item.createdAt : 0
  const message = 'Questo invio è danneggiato e non può essere letto.'
  return {
    id,
    user: number(item.user) ? item.user : 0,
    userName: text(item.userName) ? item.userName : 'Autore sconosciuto',
    entity: text(item.entity) ? item.entity : id,
    lane: text(item.lane) ? item.lane : `unreadable:${id}`,
    seq: number(item.seq) ? item.seq : 0,
    endpoint: text(item.endpoint) ? item.endpoint : '',
    input: row as Json,
    photos: [],
    dependsOn: [],
    label: text(item.label) ? item.label : 'Invio danneggiato',
    state: 'quarantined',
    attempts: 0,
    lastError: { status: 0, code: 'damaged', message, recorded: false, at: createdAt },
    createdAt,
    superseded: [],
    schema: Number.MAX_SAFE_INTEGER,
  }
}
