const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** Errors of the driver itself have a message and no code. */
const NO_CODE = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * The database cannot be reached just now: SQLSTATE class 08 (connection) and 57P01–57P03 (the server goes down or comes up), errors of the socket and of
 * the driver. The causes of the error are looked at, too, as in all functions here.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const gone = /^(08...|57P0[123])$/.test(code) || NO_CONNECTION.has(code) || (code === 'ENOENT' && syscall === 'connect')
  return gone || NO_CODE.test(error.message) || isUnreachable(error.cause)
}

/** The disk, or the quota, is full: an error of the system, or PostgreSQL's 53100. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException).code ?? '') || isDiskFull(error.cause)
}

/** A row is referred to by others, or refers to one that is gone (23503, 23001). */
export function isReferred(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['23503', '23001'].includes((error as NodeJS.ErrnoException).code ?? '') || isReferred(error.cause)
}

/** A row violates this unique constraint (23505). */
export function isDoubled(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint: named } = error as { code?: string; constraint?: string }
  return (code === '23505' && named === constraint) || isDoubled(error.cause, constraint)
}

/** The database refused the data: any violation of a constraint (class 23). */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('23') || isRefused(error.cause)
}
