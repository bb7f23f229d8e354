import fs from 'node:fs/promises'
import path from 'node:path'

/** Moves a file of the drop folder to `done/` or `error/`, with the reason beside it. One that is gone already is no error. */
export async function closeDropped(place: string, where: 'done' | 'error', log: string, now: Date) {
  const folder = path.join(path.dirname(path.dirname(place)), where)
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const target = path.join(folder, `${stamp}-${path.basename(place)}`)
  await fs.mkdir(folder, { recursive: true })
  await fs.rename(place, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await fs.writeFile(`${target}.log`, `${log}\n`)
}
