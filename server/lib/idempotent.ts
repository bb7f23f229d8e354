import { and, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { idempotency_keys } from '../db/schema/system.ts'
import type { Context } from './context.ts'
import { sha256, type Upload } from './files.ts'
import { problem } from './problem.ts'

export interface Answer {
  status: number
  body: unknown
}

/**
 * Carries a write out once per (user, Idempotency-Key), inside the write's own transaction (outbox.md 2.16). Without a key it just runs.
 * TEMP: decision logic moves to idempotency.ts.
 */
export async function once(
  context: Context<{ id: number } | undefined>,
  request: FastifyRequest,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  effect: () => Promise<Answer>,
): Promise<Answer> {
  const key = context.header('idempotency-key')
  if (key === undefined || !context.user) return effect()
  if (!/^[\w-]{8,100}$/.test(key)) throw problem.invalid({ 'Idempotency-Key': 'La chiave di idempotenza non è valida.' })
  const print = fingerprint(endpoint.method, request.url, input)
  const [fresh] = await context.db
    .insert(idempotency_keys)
    .values({ user_id: context.user.id, key, fingerprint: print, created_at: context.now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: idempotency_keys.id })
  const mine = and(eq(idempotency_keys.user_id, context.user.id), eq(idempotency_keys.key, key))
  if (!fresh) {
    const [stored] = await context.db.select().from(idempotency_keys).where(mine)
    if (!stored || stored.status === null) throw problem.conflict('Operazione già in corso.')
    if (stored.fingerprint !== print) throw problem.unprocessable('Chiave di idempotenza già usata per un’altra richiesta.')
    return { status: stored.status, body: stored.body ?? undefined }
  }
  const answer = await effect()
  await context.db
    .update(idempotency_keys)
    .set({ status: answer.status, body: answer.body ?? null })
    .where(mine)
  return answer
}

function fingerprint(method: string, url: string, input: Record<string, unknown>) {
  const { files, ...rest } = input
  const prints = (files as Upload[] | undefined)?.map((file) => sha256(file.bytes))
  return sha256(JSON.stringify([method, url.split('?')[0], rest, prints]))
}
