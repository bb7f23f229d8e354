import { inspectionTitle, saveInput, unsentKeys } from '../../contract/inspections/draft.ts'
import { inspections } from '../../contract/inspections/inspections.ts'
import type { openDraft } from '../../outbox/draft-editor.ts'
import { enqueue } from '../../outbox/runtime.ts'
import type { Json } from '../../outbox/types.ts'
import type { Evaluation } from '../../rules/inspections/evaluate.ts'
import { referencedFiles } from './edits.ts'
import { inspectionKey, type LocalInspection } from './local-inspection.ts'

export type InspectionDraft = ReturnType<typeof openDraft<LocalInspection, { evaluation: Evaluation }>>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const headOf = ({ present, notes, signatures, contextChanged, context }: LocalInspection) => [
  ...[present, notes, signatures],
  contextChanged && context,
]

/**
 * Queues what the server does not have yet of an open verifica, with its pictures.
 * @param closing what completes or cancels it; empty for a save
 * @param replaceable whether the next save may take this one's place in the queue while it is untried
 */
export async function sendInspection(draft: InspectionDraft, closing: Record<string, unknown>, replaceable: boolean): Promise<void> {
  const { local } = draft.state.get()
  const items = await draft.own.list()
  // A field with a receipt is not sent again: an unchanged value would look like a change to a person who merges two copies.
  const behind = items.some(({ id, state }) => id === local.queued?.id && state !== 'sent') ? local.queued : null
  const keys = unsentKeys({ ...local, queued: behind })
  const withHead = local.headDirty || (!!behind && behind.head !== false)
  const final = !replaceable
  const removed = Object.keys(local.files).filter((uuid) => local.files[uuid]!.removed)
  // A refused item is corrected in its place, since everything behind it waits for it.
  const refused = items.find(
    (item) => item.lane === inspectionKey(local.client_uuid) && item.state === 'needs-fix' && item.endpoint === inspections.update.name,
  )
  const { present, notes, signatures, ...rest } = saveInput(local, keys)
  const input = {
    id: local.client_uuid,
    rev: { $ref: local.client_uuid, field: 'rev', ...(local.rev !== null && { or: local.rev }) },
    ...rest,
    ...((withHead || refused) && { present, notes, signatures }),
    ...(removed.length > 0 && { removed_files: removed }),
    ...closing,
  }
  const photos = referencedFiles(local, final ? undefined : keys).map((file) => file.hash)
  if (refused && final) await draft.own.fix(refused.id, { input: { ...input, answers: local.answers } as unknown as Json, photos })
  const item =
    refused && final
      ? refused
      : await enqueue(inspections.update, input, {
          entity: local.client_uuid,
          lane: inspectionKey(local.client_uuid),
          label: `${closing.status === 'cancelled' ? 'Annullamento' : final ? 'Completamento' : 'Salvataggio'}: ${inspectionTitle(local)}`,
          photos,
          replaceable,
        })
  await draft.queued((now) => ({
    queued: item.id === now.queued?.id ? { id: item.id, keys, head: withHead } : { id: item.id, keys: local.dirty, head: local.headDirty },
    dirty: now.dirty.filter((key) => !keys.includes(key) || !same(now.answers[key], local.answers[key])),
    headDirty: now.headDirty && !same(headOf(now), headOf(local)),
    ...(final && { status: 'closing' as const, completing: null }),
  }))
}
