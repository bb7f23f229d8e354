import fs from 'node:fs'
import path from 'node:path'

/** Start time of a process in clock ticks: tells a reused pid from the process that took the lock. Undefined where /proc is missing. */
function startOf(pid: number): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  } catch {
    return undefined
  }
}
function isAlive(pid: number, start: string | undefined) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return !start || !now || start === now
}

/**
 * Exclusive lock on a data folder: PGlite has none, and two processes on one folder lose acknowledged rows in silence (stack.md, trap 3).
 * Made with O_EXCL; taken over only from a process that is gone. Returns the release.
 */
export function lockFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      fs.writeFileSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`, { flag: 'wx' })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, start] = fs.readFileSync(file, 'utf8').trim().split(' ')
      if (pid && Number(pid) !== process.pid && isAlive(Number(pid), start || undefined))
        throw new Error(
          `La cartella dati "${folder}" è già usata dal processo ${pid}. Fermarlo, oppure indicare un'altra cartella con DATA_DIR.`,
        )
      // Renaming is atomic: of two processes that find the same stale lock only one takes it away.
      try {
        fs.renameSync(file, `${file}.stale.${process.pid}`)
        fs.rmSync(`${file}.stale.${process.pid}`, { force: true })
      } catch {}
    }
  }
  throw new Error(`Non è stato possibile ottenere il blocco della cartella dati "${folder}".`)
}
