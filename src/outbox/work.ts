import type { Saved } from '../ui/SaveState.tsx'
import type { Listed } from './read.ts'
import { bySeq, draftKeyOf, isUnsent, STUCK } from './rows.ts'
import type { Item, ItemState } from './types.ts'
import type { Unqueued } from './unqueued.ts'

/** One record that people work on (a verifica): everything in its lane, which may take several steps to send. */
export interface Work {
  /** The key of its draft; mostly the lane itself. */
  lane: string
  entity: string
  /** Italian, without the name of a step. */
  title: string
  userName: string
  state: Saved
  /** Its steps in the order they were saved, including sent ones that are still remembered. */
  steps: Listed[]
  /** Wall clock of the oldest unsent change, or of the last receipt if all is sent. */
  since: number
}
interface Facts {
  steps: readonly Pick<Item, 'state'>[]
  /** The device holds changes that are in no step yet. */
  unqueued: boolean
  /** Save state of the editor, if one is open: text may not even be on the device. */
  saving?: 'saving' | 'saved' | 'failed' | 'trial'
}

/**
 * The state of a piece of work, the same in the editor, the lists, the badge and Invii. What is nearest to being lost comes first, then
 * what waits for the person, then what is under way; `sent` only if the server has all of it.
 */
export function workStateOf({ steps, unqueued, saving = 'saved' }: Facts): Saved {
  if (saving === 'failed' || saving === 'trial') return saving
  const has = (state: ItemState) => steps.some((step) => step.state === state)
  for (const state of STUCK) if (has(state)) return state as Saved
  if (has('auth-wait')) return 'auth-wait'
  if (saving === 'saving') return 'saving'
  if (has('sending')) return 'sending'
  if (has('queued') || has('retry-wait')) return 'queued'
  return unqueued ? 'on-device' : 'sent'
}

/** Splits a label into the name of the step and the title of the record (put.ts, `label`). */
export function splitLabel(label: string): { step: string; title: string } {
  const [step = '', ...title] = label.split(': ')
  return title.length ? { step, title: title.join(': ') } : { step: label, title: label }
}

/** Queue and drafts grouped by the record they are about, in the order the records were begun here. */
export function worksOf(items: readonly Listed[], drafts: readonly Unqueued[]): Work[] {
  const lanes = new Map<string, Listed[]>()
  for (const item of [...items].sort(bySeq)) lanes.set(draftKeyOf(item), [...(lanes.get(draftKeyOf(item)) ?? []), item])
  const held = new Map(drafts.map((draft) => [draft.key, draft]))
  const queued = [...lanes].map(([lane, steps]): Work => {
    const draft = held.get(lane)
    const first = steps.find(isUnsent)
    const { entity, label, userName, receipt, createdAt } = steps.at(-1)!
    const since = Math.min(first?.createdAt ?? Number.POSITIVE_INFINITY, draft?.since ?? Number.POSITIVE_INFINITY)
    return {
      ...{ lane, entity, userName, steps, title: splitLabel(label).title, state: workStateOf({ steps, unqueued: !!draft }) },
      since: Number.isFinite(since) ? since : (receipt?.at ?? createdAt),
    }
  })
  const kept = drafts
    .filter(({ key }) => !lanes.has(key))
    .map(({ key, ...draft }): Work => ({ lane: key, entity: key.slice(key.indexOf(':') + 1), ...draft, state: 'on-device', steps: [] }))
  return [...queued, ...kept]
}
