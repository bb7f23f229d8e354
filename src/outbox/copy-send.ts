import { createBody, type OfflineCopy, updateBody } from '../contract/kernel/offline-copy.ts'
import { filesNamed } from './copy.ts'
import type { Outbox } from './outbox.ts'
import { draftKeyOf } from './rows.ts'

/** Lane prefix and endpoint names of a kind. */
export interface CopyCalls {
  name: string
  create: string
  update: string
  /** The part of the lane after the name of the kind, where several records share one lane. */
  laneBy?: (copy: OfflineCopy) => string
}
/** The part of a copy's lane after the name of its kind, and its reverse `readPlace`. */
export const placeOf = ({ station_id, uuid }: Pick<OfflineCopy, 'station_id' | 'uuid'>) => `${station_id}/${uuid}`
export const readPlace = (place: string): [station_id: number, uuid: string] => [Number(place.split('/')[0]), place.split('/')[1] ?? '']
export const laneOfCopy = ({ name }: Pick<CopyCalls, 'name'>, copy: Pick<OfflineCopy, 'station_id' | 'uuid'>) => `${name}:${placeOf(copy)}`

/**
 * Queues the confirmed values of a copy: its creation once, then its changes. A later change replaces one that was never tried. If the
 * server refused an item, that item is corrected in place; the changes queued behind it are brought up to date first, so that nothing older
 * follows.
 */
export async function sendCopy(own: Pick<Outbox, 'list' | 'put' | 'fix'>, calls: CopyCalls, copy: OfflineCopy): Promise<void> {
  const key = laneOfCopy(calls, copy)
  const lane = calls.laneBy ? `${calls.name}:${calls.laneBy(copy)}` : key
  const here = (await own.list()).filter((item) => draftKeyOf(item) === key)
  const waiting = here.filter(({ state }) => state !== 'sent')
  const refused = waiting.find(({ state }) => state === 'needs-fix')
  const photos = filesNamed(copy, copy.confirmed ?? copy.values).map(({ hash }) => hash)
  const put = (endpoint: string, step: string, input: ReturnType<typeof createBody>, replaceable: boolean) =>
    own.put({
      entity: copy.uuid,
      lane,
      of: lane === key ? undefined : key,
      endpoint,
      input,
      label: `${step}: ${copy.title}`,
      photos,
      replaceable,
    })

  if (copy.rev === null && !copy.begun && !here.some(({ endpoint }) => endpoint === calls.create)) {
    await put(calls.create, 'Invio', createBody(copy), false)
    return
  }
  if (!refused || waiting.at(-1) !== refused) await put(calls.update, 'Modifica', updateBody(copy), true)
  if (refused) await own.fix(refused.id, { input: refused.endpoint === calls.create ? createBody(copy) : updateBody(copy), photos })
}
