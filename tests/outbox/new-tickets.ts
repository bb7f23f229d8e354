import { type NewTicketDraft, newTicketBody } from '../../src/contract/tickets/new-ticket.ts'
import type { TicketReply } from '../../src/contract/tickets/reply.ts'
import { keyOfReply, laneOfNewTicket } from '../../src/features/tickets/lanes.ts'
import { newTicketValues, queueNewTicket } from '../../src/features/tickets/new-ticket-queue.ts'
import { newReply, queueReply } from '../../src/features/tickets/reply-queue.ts'
import { newTicketKind } from '../../src/features/tickets/ticket-kind.ts'
import type { PutRequest } from '../../src/outbox/put.ts'
import { ref } from '../../src/outbox/seal.ts'
import type { Json } from '../../src/outbox/types.ts'
import type { Tab } from './device.ts'
import type { People } from './notes.ts'
import { type Intent, ticketBefore } from './oracle.ts'

/**
 * Tickets opened without a network, by the product's own code: the draft is confirmed first, then queued, then marked as queued. Comments
 * written behind one go in its lane and name it by what the server will call it.
 */
export function createNewTickets({ rng, device, oracle, newPhoto, nextIntent, told }: People) {
  const begun: { user: number; uuid: string }[] = []

  /** Opens a ticket, corrects one that was refused, or comments on one that this device has opened. */
  async function open(tab: Tab): Promise<void> {
    const user = device.session!.user
    const own = begun.filter((one) => one.user === user)
    const known = own.length > 0 && rng.chance(own.length < 3 ? 0.5 : 0.95) ? rng.pick(own)! : undefined
    const opening = (uuid: string) => [...device.tables.items.values()].find(({ entity, user: by }) => entity === uuid && by === user)
    const item = known && opening(known.uuid)
    if (known && item?.state !== 'needs-fix') return comment(tab, user, known.uuid)
    const n = nextIntent()
    const uuid = known?.uuid ?? `t${n}`
    if (!known) begun.push({ user, uuid })
    const key = laneOfNewTicket(uuid)
    const held = await tab.outbox.loadDraft(key)
    if (known && !held) return
    const refused = known && opening(uuid)
    if (known && refused?.state !== 'needs-fix') return
    const intent = refused ? oracle.intents.get((refused.input as { n: number }).n)! : made(n, user, uuid, key)
    const fix = refused ? Math.max(...intent.bodies.keys()) + 1 : 0
    const added = rng.chance(0.35) ? Array.from({ length: rng.int(1, 2) }, newPhoto) : []
    const before: NewTicketDraft = held ? (held.data as unknown as NewTicketDraft) : fresh(uuid)
    const draft: NewTicketDraft = {
      ...before,
      values: { ...before.values, subject: `${intent.n}/${fix} ${rng.next()}` },
      photos: [...before.photos, ...added.map(({ hash }) => hash)],
      files: { ...before.files, ...Object.fromEntries(added.map(({ hash, type }) => [hash, { hash, mime: type, name: hash, size: 1 }])) },
      state: 'confirmed',
    }
    intent.bodies.set(fix, { text: draft.values.subject, photos: draft.photos })
    oracle.intents.set(intent.n, intent)
    const asMe = () => {
      if (device.session?.user !== user) throw new Error('somebody else is here')
    }
    const save = async (data: NewTicketDraft, revision: number) => {
      asMe()
      const old = newTicketKind.picturesOf(data).filter((hash) => !added.some((photo) => photo.hash === hash))
      const photos = data.state === 'confirmed' ? [...added, ...old] : newTicketKind.picturesOf(data)
      const request = { key, data: data as unknown as Json, photos, revision, unqueued: newTicketKind.unqueuedOf(data) }
      const result = await tab.outbox.saveDraft(request)
      if ('saved' in result && !tab.dead) oracle.draftKept(result.saved)
      return 'saved' in result ? result.saved.revision : undefined
    }
    const revision = await save(draft, held?.revision ?? 0)
    if (revision === undefined) return
    const body = { ...newTicketBody(draft), ...bodyOf(intent, fix) } as Json
    let queued = false
    await queueNewTicket(
      {
        ...tab.outbox,
        put(request: PutRequest) {
          asMe()
          // Sent and forgotten meanwhile, or thrown away: the product sends it again and the server knows it; here it is left.
          if (refused) throw new Error('it has moved on')
          queued = true
          return tab.outbox.put({ ...request, input: body })
        },
        fix(id, change) {
          asMe()
          if (id !== refused?.id) throw new Error('it has moved on')
          if (refused.lastError?.code === 'already_recorded') intent.again = true
          queued = true
          return tab.outbox.fix(id, { ...change, input: body })
        },
      },
      draft,
    )
    if (!queued) return
    told(tab, intent)
    await save({ ...draft, state: 'queued' }, revision)
  }

  /** A comment on a ticket whose number this device may not know yet. */
  async function comment(tab: Tab, user: number, uid: string): Promise<void> {
    const n = nextIntent()
    const named = await tab.outbox.refOf(uid)
    const place = named?.id_number ? { year: 2026, number: Number(named.id_number), uid } : { year: 0, number: 0, uid }
    const key = keyOfReply(place)
    const held = await tab.outbox.loadDraft(key)
    const reply: TicketReply = { ...newReply({ ...place, subject: 'Pompa' }), uuid: `c${n}`, message: `${rng.next()}` }
    if (held || device.session?.user !== user) return
    const kept = await tab.outbox.saveDraft({ key, data: reply as unknown as Json, revision: 0 })
    if (!('saved' in kept)) return
    if (!tab.dead) oracle.draftKept(kept.saved)
    let sent: Intent | undefined
    await queueReply(
      {
        ...tab.outbox,
        put(request) {
          if (device.session?.user !== user) throw new Error('somebody else is here')
          sent = { ...made(n, user, request.entity, request.lane), bodies: new Map([[0, { text: reply.message, photos: [] }]]) }
          oracle.intents.set(n, sent)
          return tab.outbox.put({ ...request, input: { ...(request.input as object), ...bodyOf(sent, 0) } })
        },
      },
      key,
    )
    if (sent) told(tab, sent)
  }

  const made = (n: number, author: number, entity: string, lane: string): Intent => ({
    ...{ n, author, kind: 'note', entity, lane, confirmed: false, fix: 0, bodies: new Map(), again: false, discarded: false },
    after: undefined,
  })
  const bodyOf = ({ n, entity, lane, bodies }: Intent, fix: number) => ({ uuid: entity, lane, n, fix, ...bodies.get(fix)! })
  const fresh = (uuid: string): NewTicketDraft => ({
    ...{ uuid, station: null, values: newTicketValues, photos: [], files: {}, state: 'writing' },
  })
  return { open: (tab: Tab) => void open(tab).catch(() => undefined) }
}
/** The number of a ticket that this device has opened, in the body of a comment behind it. */
export const numberOfTicket = (comment: Pick<Intent, 'lane' | 'entity'>) => {
  const ticket = ticketBefore(comment)
  return ticket ? { number: ref(ticket, 'id_number') } : {}
}
