import { type InspectionReceipt, inspections } from '../../contract/inspections/inspections.ts'
import { call } from '../../lib/api.ts'
import { dayTime } from '../../lib/format.ts'
import { session } from '../../lib/session.ts'
import type { Ended } from '../../outbox/kind.ts'
import { outbox } from '../../outbox/runtime.ts'
import { isSent } from '../../outbox/summary.ts'
import type { ItemError, Json } from '../../outbox/types.ts'
import { worksOf } from '../../outbox/work.ts'
import { isOpen } from '../../rules/inspections/actions.ts'
import { deviceName } from '../../rules/shared/user-agent.ts'
import { inspectionKey, listLocal, localCopy } from './local-inspection.ts'

type Closed = Pick<InspectionReceipt, 'status' | 'reason' | 'last_save' | 'updated_at' | 'completed_at'>
const participle: Partial<Record<Closed['status'], string>> = { cancelled: 'annullata', completed: 'completata', approved: 'approvata' }

/** How a verifica was ended on the server: by whom, when and why. */
export function endOfInspection({ status, reason, last_save, updated_at, completed_at }: Closed): Ended {
  const mine = last_save?.name === session.get().user?.name
  const device = mine && last_save?.agent ? ` su un altro dispositivo (${deviceName(last_save.agent)})` : ''
  const by = mine ? ` da te${device}` : last_save?.name ? ` da ${last_save.name}` : ''
  const at = dayTime(status === 'completed' ? (completed_at ?? updated_at) : updated_at)
  const why = status === 'cancelled' && reason ? ` Motivo: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}` : ''
  const done = participle[status] ?? 'chiusa'
  const label = mine ? `${done} altrove` : status === 'completed' ? 'completata altrove' : `${done} dall’ufficio`
  return { label: label[0]!.toUpperCase() + label.slice(1), words: `La verifica è stata ${done}${by} il ${at}.${why}` }
}
/** The same from the refusal of a save or a photo. */
export function endedByRefusal({ code, message, body }: ItemError): Ended | undefined {
  if (code === 'deleted') return { label: 'Eliminata dall’ufficio', words: message }
  if (code === 'reassigned') return { label: 'Assegnata ad altri', words: message }
  const theirs = (body as { data?: InspectionReceipt } | undefined)?.data
  return code === 'locked' && theirs ? endOfInspection(theirs) : undefined
}

/**
 * Asks the server about the copies here of which everything is sent, since no refusal tells of those: one that was cancelled says so from
 * then on, also without a network.
 */
export async function noteEnded(): Promise<void> {
  const own = outbox()
  const works = worksOf(await own.list(), await own.unqueued())
  const waits = new Set(works.filter((work) => !isSent(work)).map(({ entity }) => entity))
  const quiet = (await listLocal()).filter(({ local }) => local.status === 'draft' && !local.ended && !waits.has(local.client_uuid))
  if (!quiet.length) return
  const station_id = [...new Set(quiet.map(({ local }) => local.station.id))]
  const { data } = await call(inspections.list, { station_id, status: ['cancelled'], per_page: 100 }, { part: true })
  for (const { client_uuid } of data) {
    if (!quiet.some(({ local }) => local.client_uuid === client_uuid)) continue
    const row = await call(inspections.get, { id: client_uuid }, { part: true })
    const key = inspectionKey(client_uuid)
    const held = await own.loadDraft(key)
    if (!held || isOpen(row)) continue
    const local = { ...localCopy.read(held.data), ended: endOfInspection(row) }
    await own.saveDraft({
      ...{ key, data: local as unknown as Json, photos: localCopy.picturesOf(local) },
      ...{ revision: held.revision, unqueued: localCopy.unqueuedOf(local) },
    })
  }
}
