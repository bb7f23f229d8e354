import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../startup-problem.ts'

/** State and start time (in clock ticks) of a process, by which a zombie and a reused pid are recognised. Empty without /proc. */
function statOf(pid: number): { state?: string | undefined; start?: string | undefined } {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return { state: fields?.[0], start: fields?.[19] }
  } catch {
    return {}
  }
}
function isAlive(pid: number, start: string | undefined) {
  // A damaged lock names no process.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = statOf(pid)
  if (now.state === 'Z' || now.state === 'X') return false
  return !start || !now.start || start === now.start
}

/** `pid start` of a lock; undefined if it cannot be read, as no process can be shown to hold it then. */
function holder(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').trim().split(' ')
  } catch {
    return []
  }
}

/**
 * Exclusive lock on a data folder: PGlite has none, and two processes on one folder lose acknowledged rows in silence.
 * Made with O_EXCL; taken over only from a process that is gone. Returns the release.
 */
export function lockFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      fs.writeFileSync(file, `${process.pid} ${statOf(process.pid).start ?? ''}`, { flag: 'wx' })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, start] = holder(file)
      if (pid && Number(pid) !== process.pid && isAlive(Number(pid), start || undefined))
        throw new StartupError(
          `La cartella dati "${folder}" è già usata dal processo ${pid}. Fermarlo, oppure indicare un'altra cartella con DATA_DIR.`,
        )
      // Renaming is atomic: if two processes find the same stale lock, only one of them removes it.
      try {
        fs.renameSync(file, `${file}.stale.${process.pid}`)
        fs.rmSync(`${file}.stale.${process.pid}`, { force: true, recursive: true })
      } catch {}
    }
  }
  throw new StartupError(`Non è stato possibile ottenere il blocco della cartella dati "${folder}".`)
}
