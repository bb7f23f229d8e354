import * as v from 'valibot'
import { ERROR_REPORTS, errorKinds } from '../kernel/constants.ts'
import { ListQuery } from '../kernel/crud.ts'
import { list, post, resource } from '../kernel/endpoint.ts'

/** (+) What went wrong in browsers: where and what, never whose, and nothing of what was sent or read. */

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
  report: post(ERROR_REPORTS, { body: ClientErrorReport, output: v.object({ id: v.number() }), policy: 'auth', fleeting: true }),
  list: list(ERROR_REPORTS, { query: ListQuery, output: ClientError, policy: 'super', order: '-created_at' }),
})
