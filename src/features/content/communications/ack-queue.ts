import type { Communication } from '../../../contract/content/communications.ts'
import type { Outbox } from '../../../outbox/outbox.ts'

// Pure steps of a confirmation between screen and queue; nothing here touches the device.

/** The name of the offline kind, and the first part of its lanes. */
export const CONTROL_KIND = 'control'
export const laneOfControl = (id: number) => `${CONTROL_KIND}:${id}`
type Version = Pick<Communication, 'id' | 'version'>
/** What the queued item is about: a version of a communication. */
export const ackOf = ({ id, version }: Version) => `${laneOfControl(id)}/${version}`

type Own = Pick<Outbox, 'list' | 'put' | 'retry'>
/** "Ho preso visione": queued once for a version. A refused one is sent again. */
export async function queueAck(own: Own, one: Version & Pick<Communication, 'subject'>, clock_behind_s?: number): Promise<void> {
  const waiting = (await own.list()).find(({ entity, state }) => entity === ackOf(one) && state !== 'sent')
  if (waiting) return void (waiting.state === 'needs-fix' && (await own.retry(waiting.id)))
  const { id, version, subject } = one
  await own.put({
    ...{ entity: ackOf(one), lane: laneOfControl(id), endpoint: 'communications-ctrl.ack' },
    label: `Presa visione: Comunicazione «${subject}»`,
    input: { id, version, confirmed_at: new Date().toISOString(), ...(clock_behind_s !== undefined && { clock_behind_s }) },
  })
}
