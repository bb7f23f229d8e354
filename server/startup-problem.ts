import { isUnreachable } from './lib/core/database-errors.ts'

const codeOf = (error: unknown): string => (error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? codeOf(error.cause)) : '')

/** Why the server cannot start and what to do about it, in Italian. `dataDir`: its folder; `remote`: PostgreSQL is configured. */
export function startupProblem(error: unknown, { dataDir, remote }: { dataDir: string; remote: boolean }): string {
  const code = codeOf(error)
  const said = error instanceof Error ? error.message : String(error)
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code)) return `Il disco è pieno: liberare spazio in "${dataDir}" e riavviare.`
  if (['EACCES', 'EROFS', 'EPERM'].includes(code))
    return `La cartella dati "${dataDir}" non è scrivibile: correggere i permessi, oppure indicare un'altra cartella con DATA_DIR.`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `"${dataDir}" non è una cartella: indicarne un'altra con DATA_DIR.`
  if (remote && isUnreachable(error)) return 'PostgreSQL non è raggiungibile: avviarlo, oppure correggere DATABASE_URL.'
  if (remote && /^(28|3D)/.test(code)) return `PostgreSQL rifiuta l'accesso (${said}): correggere DATABASE_URL.`
  // Errors of ours are in Italian already, and say what to do.
  if (error instanceof StartupError) return said
  if (remote) return `Il database PostgreSQL non può essere aperto: ${said}`
  return `Il database in "${dataDir}" è danneggiato e non può essere aperto (${said}). Ripristinare la cartella da una copia, oppure eliminarla per ricominciare.`
}

/** A reason not to start; its message is Italian. */
export class StartupError extends Error {}
