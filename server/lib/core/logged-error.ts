/** Facts of a database error that name parts of the schema, never what is stored in it. */
const SCHEMA_FACTS = ['code', 'severity', 'table', 'column', 'constraint', 'dataType', 'routine', 'syscall', 'queue'] as const
const MAX_MESSAGE = 300
const FROM_FIRST_QUOTE = /["'`«“<].*/
const ADDRESS = /[^\s@,;:]+@[^\s@,;:]+/g
const LONG_NUMBER = /\d(?:[ .\-/]?\d){4,}/g

/** Messages of libraries quote what they could not handle, which may be a value of a record; quotes may stand inside of it. */
const withoutValues = (message: string) =>
  message.split('\n')[0]!.replace(FROM_FIRST_QUOTE, '…').replace(ADDRESS, '…').replace(LONG_NUMBER, '…').slice(0, MAX_MESSAGE)

export const isErrorLike = (value: unknown): value is Error =>
  value instanceof Error || (typeof value === 'object' && value !== null && 'message' in value && 'stack' in value)

/** The message of a failed statement is its text with all parameters, and that of the database quotes values anyhow; its code says enough. */
function messageOf(error: Error, { query, severity }: Record<string, unknown>): string {
  if (typeof query === 'string') return 'failed statement'
  return severity === undefined ? withoutValues(error.message) : 'refused by the database'
}
/**
 * What the log keeps of an error: kind, code, schema, the statement without its parameters, where it happened; no value of a record
 * (docs/spec/security.md#audit).
 */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!isErrorLike(error)) return { type: typeof error }
  const facts = error as unknown as Record<string, unknown>
  const statement = typeof facts.query === 'string' ? facts.query : undefined
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name ?? 'Error',
    message: messageOf(error, facts),
    ...(statement !== undefined && { statement }),
    ...Object.fromEntries(SCHEMA_FACTS.filter((name) => typeof facts[name] === 'string').map((name) => [name, facts[name]])),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}
