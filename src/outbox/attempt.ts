import type { Plan } from './plan.ts'
import type { Reply, World } from './types.ts'
import { field, judge, type Verdict } from './verdict.ts'

const PHOTO_DAMAGED: Verdict = {
  kind: 'fix',
  error: { status: 0, code: 'photo_damaged', message: 'Una foto si è danneggiata sul dispositivo: sostituirla.', recorded: false },
}

/** Sends the planned item or photo once and judges the reply. Never rejects because of the network: no answer is a verdict too. */
export async function attempt(world: World, plan: Exclude<Plan, { kind: 'nothing' }>): Promise<Verdict> {
  const { item } = plan
  const author = { 'X-Outbox-User': String(item.user) }
  if (plan.kind === 'item') {
    const headers = { ...author, 'Idempotency-Key': item.id }
    const { endpoint, user } = item
    return judge(await answer(() => world.call({ endpoint, input: JSON.parse(item.sealed!), user, headers })), item.id)
  }
  const { photo, bytes } = plan
  if ((await world.sha256(bytes)) !== photo.hash) return PHOTO_DAMAGED
  const headers = {
    ...author,
    'Idempotency-Key': photo.id,
    'X-Content-SHA256': photo.hash,
    'X-Content-Length': String(bytes.byteLength),
  }
  const verdict = judge(await answer(() => world.upload({ photo, bytes, user: item.user, headers })), photo.id)
  // A receipt that names another hash is not about our bytes, so it counts as no answer.
  if (verdict.kind === 'sent' && field(verdict.data, 'sha256') !== photo.hash) return judge(undefined, photo.id)
  return verdict
}

async function answer(request: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  try {
    return await request()
  } catch {
    return undefined
  }
}
