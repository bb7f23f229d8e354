import { createHash } from 'node:crypto'
import type { Draft, Item } from '../../src/outbox/types.ts'
import type { Change, MemoryDb } from './memory-store.ts'
import type { Server } from './server.ts'

/** Compares what the screen confirmed with the server's ledger and the device. The first contradiction ends the schedule. */

export interface Body {
  uuid: string
  lane: string
  n: number
  fix: number
  text: string
  photos: string[]
}

export interface Intent {
  n: number
  author: number
  /** `note` begins one of the second kind. */
  kind: 'create' | 'update' | 'comment' | 'note'
  entity: string
  lane: string
  /** The app said "salvato". */
  confirmed: boolean
  /** The newest body in the tables: the old one is no longer there, whether or not the person was told. */
  fix: number
  bodies: Map<number, { text: string; photos: string[] }>
  /** A later state of the same thing took its place before anything was sent. */
  supersededBy?: number
  /** The version that was waiting then. */
  supersededFrom?: number
  /** Told that an earlier text had arrived already, the person sent the correction as well. */
  again: boolean
  /** The person said "elimina" (or tried to, and was cut off). */
  discarded: boolean
  /** Number of the intent that must have arrived before this one is sent. */
  after: number | undefined
}

export const STUCK = ['needs-fix', 'conflict', 'quarantined']
export const bodyOf = (item: Item) => item.input as unknown as Body
export const isOpen = (item: Item) => item.state !== 'sent'

/** The ticket, opened on this device, that a comment of the same lane is on; undefined for anything else. */
export const ticketBefore = ({ lane, entity }: { lane: string; entity: string }): string | undefined => {
  const [kind, uid] = lane.split(':')
  return kind === 'new_ticket' && uid !== entity ? uid : undefined
}

export function createOracle(server: Server, log?: (line: string) => void) {
  /** Newest revision of each form that a person was told is kept, and the newest that became an item. */
  const kept = new Map<string, number>()
  const sentIn = new Map<string, number>()
  const intents = new Map<number, Intent>()
  /** Place of an intent in the order of first commits; an edit of what waits keeps the place. */
  const places = new Map<number, number>()
  const placeOfItem = new Map<string, number>()
  /** The intent an item holds, or held before it was sent. */
  const intentOf = new Map<string, number>()
  const discarding = new Set<string>()
  /** Items saved to go after something that was gone, or had another key, by then. */
  const belated = new Set<string>()
  let placed = 0

  const oracle = {
    intents,
    intentOf,
    discarding,
    violation: undefined as string | undefined,
    version: 0,
    fail(rule: string, detail: string) {
      oracle.violation ??= `${rule}: ${detail}`
    },
    /** The device's tables; set once the device exists. */
    tables: undefined as unknown as MemoryDb['tables'],
    onCommit,
    /** A person was told that this draft is kept. */
    draftKept({ user, key, revision }: Draft) {
      const name = `${user}/${key}`
      kept.set(name, Math.max(revision, kept.get(name) ?? 0))
    },
    final,
  }

  function onCommit(changes: Change[]) {
    oracle.version++
    const items = changes.filter((change) => change.table === 'items')
    for (const { table, key, before, after } of changes) {
      if (table !== 'drafts' || !before) continue
      const [old, now] = [before as Draft, after as Draft | undefined]
      if (now && now.revision !== old.revision + 1 && now.writer !== old.writer)
        oracle.fail('I1 lost', `draft ${key}: revision ${old.revision} overwritten by ${now.revision}`)
      if (!now && !items.some((change) => change.after)) oracle.fail('I1 lost', `draft ${key} is gone and no item in its place`)
      if (!now) sentIn.set(key, Math.max(old.revision, sentIn.get(key) ?? 0))
    }
    // If a transaction writes a row twice, only its first and last states count.
    for (const { key, before, after } of items.length < 2 ? items : merged(items)) {
      if (after) itemPut(before as Item | undefined, after as Item)
      else if (before) itemGone(key, before as Item)
    }
  }

  function itemPut(before: Item | undefined, after: Item) {
    log?.(
      `item ${after.id.slice(-3)} ${after.lane}#${after.seq} ${before?.state ?? 'new'} -> ${after.state} ${after.lastError?.code ?? ''} ${after.lastError?.message ?? ''}`,
    )
    if (after.input !== null) {
      const { n, fix } = bodyOf(after)
      intents.get(n)!.fix = fix
      const earlier = before && before.input !== null ? bodyOf(before).n : n
      if (earlier !== n) {
        if (before!.attempts > 0 || before!.sealed !== undefined)
          oracle.fail('I4 fidelity', `${n} took the place of ${earlier} after it was attempted`)
        intents.get(earlier)!.supersededBy = n
        intents.get(earlier)!.supersededFrom = bodyOf(before!).fix
      }
      if (n !== earlier || !before) if (!after.dependsOn.every((id) => oracle.tables.items.has(id))) belated.add(after.id)
      const place = places.get(n) ?? placeOfItem.get(after.id) ?? ++placed
      places.set(n, place)
      placeOfItem.set(after.id, place)
      intentOf.set(after.id, n)
    }
    if ((STUCK.includes(after.state) || after.state === 'retry-wait') && !after.lastError?.message)
      oracle.fail('I5 silent', `${after.id} is ${after.state} without a reason`)
    if (after.lastError?.code === 'missing_ref' && before?.lastError?.code !== 'missing_ref' && !belated.has(after.id))
      for (const id of after.dependsOn)
        if (!oracle.tables.items.has(id) && !discarding.has(id))
          oracle.fail('I5 silent', `${after.id} is told that ${id} was deleted, which nobody did`)
    if (before?.state === 'sent' && after.state !== 'sent') oracle.fail('I8 inviato', `${after.id} was sent and is now ${after.state}`)
    if (after.state === 'sent' && before?.state !== 'sent') {
      const stored = server.keys.get(`${after.user}/${after.id}`)
      if (!stored?.status || stored.status >= 300)
        oracle.fail('I8 inviato', `${after.id} is "inviato", the server has ${stored?.status ?? 'nothing'}`)
    }
  }

  function itemGone(key: string, before: Item) {
    log?.(`item ${key.slice(-3)} gone`)
    if (before.state === 'sent' || discarding.has(key)) return
    // Under a new key it keeps its place in the lane.
    const successor = [...oracle.tables.items.values()].some(
      ({ id, user, lane, seq }) => id !== key && user === before.user && lane === before.lane && seq === before.seq,
    )
    if (!successor) oracle.fail('I1 lost', `item ${key} (intent ${bodyOf(before).n}, ${before.state}) vanished`)
  }

  /** Drafts are there as people were told, with their photos; what the server calls a photo is that photo. */
  function finalDraftsAndPhotos() {
    const { drafts, photos, bytes } = oracle.tables
    for (const [name, revision] of kept)
      if (Math.max(drafts.get(name)?.revision ?? 0, sentIn.get(name) ?? 0) < revision)
        oracle.fail('I1 lost', `draft ${name}/${revision} was kept and is nowhere`)
    for (const draft of drafts.values())
      for (const hash of draft.photos.map((hash) => `${draft.user}/${hash}`))
        if (!photos.get(hash)?.acked && !bytes.has(hash)) oracle.fail('I1 lost', `photo ${hash} of a draft is nowhere`)
    for (const [name, stored] of server.photos)
      if (name.split('/')[1] !== createHash('sha256').update(stored).digest('hex'))
        oracle.fail('I4 fidelity', `photo ${name} arrived as something else`)
  }

  /** An intent, and those that took its place one after the other. */
  function whatBecameOf(n: number): number[] {
    const next = intents.get(n)?.supersededBy
    return next === undefined ? [n] : [n, ...whatBecameOf(next)]
  }

  /** After the storm and the quiet time, with an empty queue: the ledger must say what the person was told. */
  function final() {
    finalDraftsAndPhotos()
    const keys = new Set<string>()
    const effects = new Set<string>()
    const versions = new Map<number, number>()
    const lanes = new Map<string, { place: number; fix: number; n: number }>()
    for (const entry of server.ledger) {
      const intent = intents.get(entry.n)
      const what = `intent ${entry.n}/${entry.fix}`
      if (!intent) return oracle.fail('I4 fidelity', `${what} was never made`)
      const key = `${entry.user}/${entry.key}`
      const effect = `${entry.n}/${entry.fix}`
      if (keys.has(key)) oracle.fail('I2 duplicate', `key ${key} applied twice`)
      if (effects.has(effect)) oracle.fail('I2 duplicate', `${what} applied twice`)
      const other = versions.get(entry.n) ?? entry.fix
      if (other !== entry.fix && !intent.again) oracle.fail('I2 duplicate', `${what} applied beside its version ${other}`)
      versions.set(entry.n, entry.fix)
      keys.add(key)
      effects.add(effect)
      if (entry.user !== intent.author) oracle.fail('I6 identity', `${what} of ${intent.author} applied as ${entry.user}`)
      // An earlier version of it may have arrived before its correction was replaced.
      if (intent.supersededBy !== undefined && entry.fix >= (intent.supersededFrom ?? 0))
        oracle.fail('I4 fidelity', `${what} was replaced by ${intent.supersededBy} and applied all the same`)
      const meant = intent.bodies.get(entry.fix)
      const row = server.rows.get(entry.entity)
      if (!meant || meant.text !== entry.text || meant.photos.join() !== entry.photos.join() || entry.entity !== intent.entity)
        oracle.fail('I4 fidelity', `${what}: "${entry.text}" applied, "${meant?.text}" meant`)
      if (intent.after !== undefined && !whatBecameOf(intent.after).some((n) => versions.has(n)))
        oracle.fail('I3 order', `${what} was to go after intent ${intent.after}, which had not arrived`)
      if (!['create', 'note'].includes(intent.kind) && entry.named !== row?.id)
        oracle.fail('I4 fidelity', `${what} names record ${entry.named}, should be ${row?.id}`)
      const ticket = ticketBefore(entry)
      if (ticket && entry.named !== server.rows.get(ticket)?.id)
        oracle.fail('I4 fidelity', `${what} names ticket ${entry.named}, should be ${server.rows.get(ticket)?.id}`)
      for (const hash of entry.photos)
        if (!server.photos.has(`${entry.user}/${hash}`))
          oracle.fail('I4 fidelity', `${what}: photo ${hash.slice(0, 8)} is not on the server`)
      if (intent.discarded) continue
      const lane = `${entry.user}/${entry.lane}`
      const here = { place: places.get(entry.n) ?? 0, fix: entry.fix, n: entry.n }
      const previous = lanes.get(lane)
      if (previous && (previous.place > here.place || (previous.place === here.place && previous.n === here.n && previous.fix > here.fix)))
        oracle.fail('I3 order', `${what} applied after intent ${previous.n}/${previous.fix} in ${lane}`)
      lanes.set(lane, here)
    }
    for (const intent of intents.values()) {
      if (!intent.confirmed || intent.discarded || intent.supersededBy !== undefined) continue
      if (!effects.has(`${intent.n}/${intent.fix}`))
        oracle.fail('I1 lost', `intent ${intent.n}/${intent.fix} (${intent.kind}) was "salvato" and is nowhere`)
    }
  }

  return oracle
}

function merged(changes: Change[]): Change[] {
  const last = new Map<string, Change>()
  for (const change of changes) last.set(change.key, { ...change, before: (last.get(change.key) ?? change).before })
  return [...last.values()]
}

export type Oracle = ReturnType<typeof createOracle>
