import { inspections } from '../../contract/inspections/inspections.ts'
import { connection } from '../../lib/online.ts'
import { useWorks } from '../../outbox/use-outbox.ts'
import type { Work } from '../../outbox/work.ts'

export interface Counted {
  drafts: number
  planned: number
  open_nc: number
}
type Steps = readonly Pick<Work, 'steps'>[]
/** The server's figures as they will be once it has what waits on this device. */
export function countedWith<C extends Counted>(figures: C, works: Steps): C {
  let { drafts, planned } = figures
  for (const { steps } of works)
    for (const { endpoint, state, input } of steps) {
      if (state === 'sent') continue
      const { status } = (input ?? {}) as { status?: string }
      if (endpoint === inspections.create.name) drafts += 1
      else if (endpoint !== inspections.update.name) continue
      // A planned verifica that is begun.
      else if (status === 'draft') [drafts, planned] = [drafts + 1, planned - 1]
      // Completed or cancelled.
      else if (status) drafts -= 1
    }
  return { ...figures, drafts: Math.max(0, drafts), planned: Math.max(0, planned) }
}
const NONE: readonly Work[] = []
/** Without a network, the work that waits on this device; else none, because the server knows better. */
export function useWaitingAway(): readonly Work[] {
  const works = useWorks()
  return (connection.use() !== 'online' && works) || NONE
}
