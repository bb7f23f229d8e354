const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** Messages of the driver's own errors, which have no code. */
const NO_CODE = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error says that the database cannot be reached just now: SQLSTATE class 08 (connection) and 57P01–57P03 (the server goes down or
 * comes up), the socket's own errors, and the driver's; wherever it is wrapped.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const gone = /^(08...|57P0[123])$/.test(code) || NO_CONNECTION.has(code) || (code === 'ENOENT' && syscall === 'connect')
  return gone || NO_CODE.test(error.message) || isUnreachable(error.cause)
}

/** Whether an error says that the server's disk, or its quota, is full: the system's own, or PostgreSQL's (53100), wherever it is wrapped. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException).code ?? '') || isDiskFull(error.cause)
}

/** Whether an error says that a row is referred to by others, or refers to one that is gone (23503, 23001), wherever it is wrapped. */
export function isReferred(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['23503', '23001'].includes((error as NodeJS.ErrnoException).code ?? '') || isReferred(error.cause)
}

/** Whether an error says that a row is there already, by the name of what is unique (23505), wherever it is wrapped. */
export function isDoubled(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: named } = error as { code?: string; constraint?: string }
  return (code === '23505' && named === constraint) || isDoubled(error.cause, constraint)
}

/** Whether the database has refused what it was to hold (class 23: doubled, missing, out of bounds), wherever it is wrapped. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('23') || isRefused(error.cause)
}
