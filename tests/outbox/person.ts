import { createHash } from 'node:crypto'
import { ref } from '../../src/outbox/seal.ts'
import type { Item, Json, NewPhoto } from '../../src/outbox/types.ts'
import type { Device, Tab } from './device.ts'
import { createNewTickets, numberOfTicket } from './new-tickets.ts'
import { createNotes } from './notes.ts'
import { type Body, bodyOf, type Intent, isOpen, type Oracle, STUCK } from './oracle.ts'
import { createReplies } from './replies.ts'
import type { Rng } from './rng.ts'
import type { Server } from './server.ts'
import { createWhole } from './whole.ts'

/** The people at the device: they save, correct, delete, and believe what they are told. */

export const USERS = [7, 8]

export interface Stats {
  intents: number
  photos: number
}

export function createPerson({
  rng,
  server,
  device,
  oracle,
  stats,
}: {
  rng: Rng
  server: Server
  device: Device
  oracle: Oracle
  stats: Stats
}) {
  const entities: { uuid: string; user: number; lane: string; made: boolean }[] = []
  const formRevisions = new Map<string, number>()
  let lastN = 0
  let lastPhoto = 0

  const usable = () => device.tabs.filter((tab) => !tab.frozen && !tab.outdated)

  function newPhoto(): NewPhoto {
    const bytes = new TextEncoder().encode(`photo ${++lastPhoto} ${rng.next()}`)
    stats.photos++
    return { hash: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.buffer, type: 'image/jpeg', meta: null }
  }

  /** Saves one thing, sometimes out of a draft: a new record, a change of one, or a remark (in the record's lane, or one that depends on it). */
  function save() {
    const tab = rng.pick(usable())
    const user = device.session?.user
    if (!tab || user === undefined) return
    const own = entities.filter((entity) => entity.user === user && entity.made)
    const kind =
      !own.length || (own.length < 4 && rng.chance(0.25)) ? 'create' : rng.pick(['update', 'update', 'update', 'comment'] as const)
    const n = ++lastN
    if (kind === 'create') {
      const uuid = `e${n}`
      own.push({ uuid, user, lane: `inspection:${uuid}`, made: false })
      entities.push(own.at(-1)!)
    }
    const entity = kind === 'create' ? own.at(-1)! : rng.pick(own)
    const lane = kind === 'comment' && rng.chance(0.4) ? `ticket:${n}` : entity.lane
    const photos = kind === 'comment' || !rng.chance(0.35) ? [] : Array.from({ length: rng.int(1, 3) }, newPhoto)
    // The item may depend on any other this device knows, sent or not, in its own lane or another.
    const ahead = rng.chance(0.15) ? rng.pick([...device.tables.items.values()].filter((item) => item.user === user)) : undefined
    const intent: Intent = {
      n,
      author: user,
      kind,
      entity: entity.uuid,
      lane,
      confirmed: false,
      fix: 0,
      bodies: new Map(),
      again: false,
      discarded: false,
      after: ahead && oracle.intentOf.get(ahead.id),
    }
    oracle.intents.set(n, intent)
    const input = write(
      intent,
      0,
      photos.map((photo) => photo.hash),
    )
    const form = rng.chance(0.25) ? rng.pick(formsOf(tab, user)) : undefined
    tab.outbox
      .put({
        entity: kind === 'comment' && rng.chance(0.5) ? `remark:${n}` : entity.uuid,
        lane,
        endpoint: kind,
        input,
        label: `${kind} ${n}`,
        photos,
        dependsOn: ahead && [ahead.id],
        replaceable: kind === 'update' && rng.chance(0.7),
        draft: form === undefined ? undefined : { key: form, revision: formRevisions.get(`${tab.id}/${form}`)! },
      })
      .finally(() => {
        // Also where it was not saved: then what is based on it can only end in the person's hands.
        entity.made = true
      })
      .then(
        () => {
          if (form && !tab.dead) formRevisions.delete(`${tab.id}/${form}`)
          told(tab, intent)
        },
        () => undefined,
      )
  }

  /** The app says "salvato". */
  function told(tab: Tab, intent: Intent) {
    if (tab.dead) return
    intent.confirmed = true
    stats.intents++
    device.wake(tab, 'put')
  }
  const people = { rng, device, oracle, newPhoto, nextIntent: () => ++lastN, told }
  const notes = createNotes(people)
  const replies = createReplies(people)
  const newTickets = createNewTickets(people)
  const whole = createWhole(people)
  function note() {
    const tab = rng.pick(usable())
    if (tab && device.session) notes.note(tab)
  }
  function reply() {
    const tab = rng.pick(usable())
    if (tab && device.session) replies.reply(tab)
  }

  function openTicket() {
    const tab = rng.pick(usable())
    if (tab && device.session) newTickets.open(tab)
  }

  function order() {
    const tab = rng.pick(usable())
    if (tab && device.session) whole.order(tab)
  }
  function acknowledge() {
    const tab = rng.pick(usable())
    if (tab && device.session) whole.acknowledge(tab)
  }

  const formKeys = (user: number) => [`form:${user}:1`, `form:${user}:2`]
  /** Forms of `user` that this tab has loaded or saved. */
  const formsOf = (tab: Tab, user: number) => formKeys(user).filter((key) => formRevisions.has(`${tab.id}/${key}`))

  /** The body of an intent, as typed for the `fix`th time. */
  function write(intent: Intent, fix: number, photos: string[]): Json {
    const text = `${intent.n}/${fix} ${rng.next()}`
    intent.bodies.set(fix, { text, photos })
    const body: Body = { uuid: intent.entity, lane: intent.lane, n: intent.n, fix, text, photos }
    if (intent.kind === 'create' || intent.kind === 'note') return { ...body, ...numberOfTicket(intent) } as Json
    const row = server.rows.get(intent.entity)
    const rev = row && rng.chance(0.5) ? ref(intent.entity, 'rev', row.rev) : ref(intent.entity, 'rev')
    const id = ref(intent.entity, 'id')
    return intent.kind === 'update' ? { ...body, id, rev } : { ...body, id }
  }

  const stuckItems = () =>
    [...device.tables.items.values()].filter((item) => item.user === device.session?.user && STUCK.includes(item.state))

  /** Looks at something stuck and does one of the things the screen offers. */
  function decide(final = false) {
    const tab = rng.pick(usable())
    const item = rng.pick(stuckItems())
    if (!tab || !item) return
    const intent = oracle.intents.get(bodyOf(item).n)!
    const code = item.lastError?.code
    // The record never came to be, or what was corrected had arrived already as a new record: nothing is left to send.
    if (code === 'missing_ref' || code === 'arrived') return remove(tab, item, intent)
    if (code === 'closed') {
      // Mostly the text is copied and thrown away, or the office reopens it; then it goes as it is.
      if (!final && rng.chance(0.3)) return
      server.reopen(intent.lane)
    }
    if (code === 'already_recorded' && intent.kind === 'create') return remove(tab, item, intent)
    if (code === 'already_recorded') intent.again = true
    if (!final && rng.chance(0.08)) return remove(tab, item, intent)
    if (item.state === 'conflict') {
      if (rng.chance(0.6)) settle(tab, tab.outbox.resolve(item.id, 'mine'))
      else correct(tab, item, intent, (change) => tab.outbox.resolve(item.id, change))
    } else if (item.state === 'quarantined' || rng.chance(0.4)) correct(tab, item, intent, (change) => tab.outbox.fix(item.id, change))
    else settle(tab, tab.outbox.retry(item.id))
  }

  function settle(tab: Tab, work: Promise<unknown>) {
    work.then(
      () => device.wake(tab, 'user'),
      () => undefined,
    )
  }

  function correct(
    tab: Tab,
    item: Item,
    intent: Intent,
    change: (change: { input: Json; photos?: (string | NewPhoto)[] }) => Promise<Item>,
  ) {
    const fix = Math.max(...intent.bodies.keys()) + 1
    const added = intent.kind !== 'comment' && rng.chance(0.2) ? [newPhoto()] : []
    const kept = item.photos.slice(rng.chance(0.3) ? 1 : 0)
    const input = write(intent, fix, [...kept, ...added.map((photo) => photo.hash)])
    settle(
      tab,
      change({ input, photos: [...kept, ...added] }).then(() => {
        if (!tab.dead && intent.fix < fix) oracle.fail('I1 lost', `correction ${fix} of intent ${intent.n} was "salvato" and is not there`)
      }),
    )
  }

  function remove(tab: Tab, item: Item, intent: Intent) {
    oracle.discarding.add(item.id)
    const before = intent.discarded
    intent.discarded = true
    tab.outbox.discard(item.id).then(
      () => device.wake(tab, 'user'),
      () => {
        // Refused: the promise stands. (The database may also have lost its connection when it was done.)
        if (device.tables.items.has(item.id)) intent.discarded = before
      },
    )
  }

  /** Types in a form that two tabs may have open. */
  function draft() {
    const tab = rng.pick(usable())
    if (!tab || !device.session) return
    const key = rng.pick(formKeys(device.session.user))
    const known = `${tab.id}/${key}`
    const photos = rng.chance(0.1) ? [newPhoto()] : []
    tab.outbox.saveDraft({ key, data: { text: rng.next() }, photos, revision: formRevisions.get(known) ?? 0 }).then(
      (result) => {
        if (tab.dead) return
        if ('saved' in result) oracle.draftKept(result.saved)
        formRevisions.set(known, 'saved' in result ? result.saved.revision : result.newer.revision)
      },
      () => undefined,
    )
  }

  /** Reads, exports and tidies: none of it may change what waits. */
  function look() {
    const tab = rng.pick(usable())
    if (!tab || !device.session) return
    const { outbox } = tab
    for (const work of [outbox.purge(), outbox.list(), outbox.counts(), outbox.exportData()]) work.catch(() => undefined)
  }

  /** Is everything of this user sent, save what waits for a decision and what stands behind that? */
  function settled(user: number): boolean {
    const open = [...device.tables.items.values()].filter((item) => item.user === user && isOpen(item))
    const stuck = open.filter((item) => STUCK.includes(item.state))
    if (!stuck.length) return open.length === 0
    const waiting = new Set(stuck)
    for (let found = 0; found < waiting.size; ) {
      found = waiting.size
      const lanes = new Set([...waiting].map((item) => item.lane))
      const ids = new Set([...waiting].map((item) => item.id))
      const names = new Set([...waiting].map((item) => item.entity))
      for (const item of open)
        if (lanes.has(item.lane) || names.has(bodyOf(item).uuid) || item.dependsOn.some((id) => ids.has(id))) waiting.add(item)
    }
    return waiting.size === open.length
  }

  return {
    save,
    note,
    reply,
    openTicket,
    order,
    acknowledge,
    decide,
    draft,
    look,
    stuckItems,
    settled,
    open: (user: number) => [...device.tables.items.values()].filter((item) => item.user === user && isOpen(item)),
    anyEntity: () => rng.pick([...entities.map(({ uuid }) => uuid), ...notes.uuids()]),
  }
}

export type Person = ReturnType<typeof createPerson>
