import { isDiskFull, isUnreachable } from './lib/core/database-errors.ts'
import { diskIsFull } from './lib/core/disk.ts'
import { loggedError } from './lib/core/logged-error.ts'
import { OtherPlace } from './lib/files/one-place.ts'

const codeOf = (error: unknown): string => (error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? codeOf(error.cause)) : '')

/** Why the server cannot start and what to do about it, in Italian. `dataDir`: its folder; `remote`: PostgreSQL is configured. */
export function startupProblem(error: unknown, { dataDir, remote }: { dataDir: string; remote: boolean }): string {
  const code = codeOf(error)
  // An error of ours is in Italian already, and says what to do; any other may quote what is stored.
  if (error instanceof StartupError) return error.message
  if (error instanceof OtherPlace)
    return `L'archivio dei file di questo processo (DATA_DIR o FILES_URL) non è quello degli altri processi e del database: vi manca "${error.file}". Più processi devono avere una sola cartella condivisa, o lo stesso FILES_URL. Se l'archivio è quello giusto e manca quel solo file, crearlo vuoto.`
  const said = code ? `codice ${code}` : String(loggedError(error).message ?? 'errore sconosciuto')
  if (isDiskFull(error) || (!remote && diskIsFull(dataDir)))
    return remote
      ? 'Il disco del server PostgreSQL è pieno: ampliarlo e riavviare. I dati sono intatti, non eliminarne nessuno.'
      : `Il disco della cartella dati "${dataDir}" è pieno: ampliarlo, oppure liberarlo da file di altri programmi, e riavviare. I dati sono intatti, non eliminarne nessuno.`
  if (['EACCES', 'EROFS', 'EPERM'].includes(code))
    return `La cartella dati "${dataDir}" non è scrivibile: correggere i permessi, oppure indicare un'altra cartella con DATA_DIR.`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `"${dataDir}" non è una cartella: indicarne un'altra con DATA_DIR.`
  if (remote && isUnreachable(error)) return 'PostgreSQL non è raggiungibile: avviarlo, oppure correggere DATABASE_URL.'
  if (remote && /^(28|3D)/.test(code)) return `PostgreSQL rifiuta l'accesso (${(error as Error).message}): correggere DATABASE_URL.`
  // Class 42: a statement names what is not there, or is there already. The data are whole, the steps of the schema are not those that made them.
  if (/^42[0-9A-Z]{3}$/.test(code))
    return `Lo schema del database non è quello che questa versione si aspetta (${said}): l'installazione è incompleta, o mescola due versioni. I dati sono intatti, non eliminarne nessuno: reinstallare la versione per intero e riavviare.`
  if (remote) return `Il database PostgreSQL non può essere aperto: ${said}`
  return `Il database in "${dataDir}" è danneggiato e non può essere aperto (${said}). Non eliminare nulla: mettere da parte la cartella così com'è e ripristinarne una copia di sicurezza.`
}

/** A reason not to start; its message is Italian. */
export class StartupError extends Error {}
