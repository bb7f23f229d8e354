import fs from 'node:fs'
import path from 'node:path'
import { isDiskFull } from './database-errors.ts'

const PROBE = Buffer.alloc(1024 * 1024)

/**
 * Whether nothing more can be written to a folder because its disk, or the quota, is full. The embedded engine does not always say so: a log that it cannot write
 * ends it with an error that looks like a damaged database.
 */
export function diskIsFull(folder: string): boolean {
  const probe = path.join(folder, `.space-${process.pid}`)
  try {
    fs.writeFileSync(probe, PROBE)
    return false
  } catch (error) {
    return isDiskFull(error)
  } finally {
    // What stands there may be no folder, which `force` does not forgive.
    if (fs.existsSync(probe)) fs.rmSync(probe, { force: true })
  }
}
