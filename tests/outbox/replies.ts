import type { TicketReply } from '../../src/contract/tickets/reply.ts'
import { laneOfTicket } from '../../src/features/tickets/lanes.ts'
import { mergeRecalledReply, newReply, picturesOf, queueReply } from '../../src/features/tickets/reply-queue.ts'
import type { PutRequest } from '../../src/outbox/put.ts'
import type { Json } from '../../src/outbox/types.ts'
import type { Tab } from './device.ts'
import type { People } from './notes.ts'
import type { Intent } from './oracle.ts'

/**
 * Comments on tickets, by the product's own code: the reply as a draft first, then queued in the lane of its ticket, with which the draft is gone. Nobody
 * changes a comment that was sent; what was refused is corrected where it waits.
 */

const TICKETS = [1, 2]
export const TICKET_LANES = TICKETS.map((number) => laneOfTicket({ year: 2026, number }))

export function createReplies({ rng, device, oracle, newPhoto, nextIntent, told }: People) {
  /** The intended result of each typed reply. */
  const meant = new Map<string, { intent: Intent; text: string }>()

  /** Types a comment, in whichever tab, and mostly sends it. */
  async function reply(tab: Tab): Promise<void> {
    const user = device.session!.user
    const ticket = { year: 2026, number: rng.pick(TICKETS)!, subject: 'Pompa 3' }
    const key = laneOfTicket(ticket)
    const { outbox } = tab
    const added = rng.chance(0.35) ? Array.from({ length: rng.int(1, 2) }, newPhoto) : []
    const held = await outbox.loadDraft(key)
    const before = held ? (held.data as unknown as TicketReply) : { ...newReply(ticket), uuid: `r${nextIntent()}` }
    const files = Object.fromEntries(added.map(({ hash, type }) => [hash, { hash, mime: type, name: hash, size: 1 }]))
    const written: TicketReply = {
      ...before,
      message: `${before.message}${rng.next()} `,
      photos: [...before.photos, ...added.map(({ hash }) => hash)],
      files: { ...before.files, ...files },
    }
    const asMe = () => {
      if (device.session?.user !== user) throw new Error('somebody else is here')
    }
    asMe()
    const fresh = added.map(({ hash }) => hash)
    const photos = [...added, ...picturesOf(written).filter((hash) => !fresh.includes(hash))]
    const kept = await outbox.saveDraft({ key, data: written as unknown as Json, photos, revision: held?.revision ?? 0 })
    if (!('saved' in kept)) return
    if (!tab.dead) oracle.draftKept(kept.saved)
    if (rng.chance(0.2)) return
    let sent: Intent | undefined
    await queueReply(
      {
        ...outbox,
        put: (request) => {
          asMe()
          sent = intentOf(user, request)
          return outbox.put({ ...request, input: { ...(request.input as object), ...bodyOf(sent) } })
        },
      },
      key,
    )
    if (!sent) return
    told(tab, sent)
    if (rng.chance(0.15)) await recall(tab, user, sent, key)
  }
  /** Thinks again: what is not on its way yet is a draft again. */
  async function recall(tab: Tab, user: number, intent: Intent, key: string): Promise<void> {
    // Another tab may have sent the same reply as it stood there: that is another item.
    const item = (await tab.outbox.list()).find(({ input, state }) => (input as { n?: number }).n === intent.n && state !== 'sent')
    if (!item || device.session?.user !== user) return
    oracle.discarding.add(item.id)
    const before = intent.discarded
    intent.discarded = true
    // Its text is another one from here on.
    meant.delete(`${user}/${intent.entity}`)
    const draft = await tab.outbox
      .recall(item.id, key, (made, since) => {
        const { data, photos } = mergeRecalledReply(made, since)
        return { data: { ...(data as object), uuid: `r${nextIntent()}` }, photos }
      })
      .catch(() => {
        if (device.tables.items.has(item.id)) intent.discarded = before
      })
    if (draft && !tab.dead) oracle.draftKept(draft)
  }

  /** Two tabs that send one reply at once mean the same one. */
  function intentOf(user: number, { entity, lane, input }: PutRequest): Intent {
    const { message, photos } = input as { message: string; photos: string[] }
    const known = meant.get(`${user}/${entity}`)
    if (known && known.text === message) return known.intent
    const n = nextIntent()
    const intent: Intent = {
      ...{ n, author: user, kind: 'note', entity, lane, confirmed: false, fix: 0, again: false, discarded: false, after: undefined },
      bodies: new Map([[0, { text: message, photos }]]),
    }
    oracle.intents.set(n, intent)
    meant.set(`${user}/${entity}`, { intent, text: message })
    return intent
  }
  const bodyOf = ({ n, entity, lane, bodies }: Intent) => ({ uuid: entity, lane, n, fix: 0, ...bodies.get(0)! })
  return { reply: (tab: Tab) => void reply(tab).catch(() => undefined) }
}
