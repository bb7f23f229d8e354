import * as v from 'valibot'
import { ListQuery } from './crud.ts'
import { list, post, resource } from './endpoint.ts'

/** (+) What went wrong in browsers (domain.md 8.10): where and what, never whose, and nothing of what was sent or read. */
export const errorKinds = ['download', 'error', 'rejection', 'worker', 'page'] as const
export type ErrorKind = (typeof errorKinds)[number]
/** More than is kept of it: what is too long is cut by the server, after it has masked. */
const words = v.pipe(v.string(), v.maxLength(20_000))
export const ClientErrorReport = v.object({
  kind: v.picklist(errorKinds),
  message: words,
  stack: v.nullish(words),
  /** Path of the page. */
  page: words,
  app_version: v.pipe(v.string(), v.maxLength(40)),
})
export type ClientErrorReport = v.InferOutput<typeof ClientErrorReport>
export const ClientError = v.object({
  id: v.number(),
  kind: v.picklist(errorKinds),
  message: v.string(),
  stack: v.nullable(v.string()),
  page: v.string(),
  app_version: v.string(),
  created_at: v.string(),
  /** When it went on to the configured service; null where it did not. */
  forwarded_at: v.nullable(v.string()),
})

export const clientErrors = resource('client-errors', {
  report: post('/client-errors', { body: ClientErrorReport, output: v.object({ id: v.number() }), policy: 'auth' }),
  list: list('/client-errors', { query: ListQuery, output: ClientError, policy: 'super' }),
})
