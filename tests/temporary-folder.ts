import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** From now on this process and those it starts have temporary files of their own, which go with `remove`. */
export function temporaryFolder() {
  const { TMPDIR } = process.env
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-run-'))
  // PostgreSQL is another user, and has its data in there.
  fs.chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return {
    remove() {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
