import fs from 'node:fs/promises'
import path from 'node:path'
import { dropFeed } from './feed.ts'

/** A file that was written to a moment ago is still being written. */
const QUIET_MS = 10_000
/** The folders `in`, `out`, `done` and `error` that files are exchanged through with a system (docs/spec/integrations.md#common-rules). */
export function dropFolder(root: string, system: string) {
  const folder = path.join(root, system)
  const from = path.join(folder, 'in')
  return {
    where: folder,
    /** The names of finished files that match, in their order; `now` in milliseconds. */
    async waiting(form: RegExp, now: number): Promise<string[]> {
      await fs.mkdir(from, { recursive: true })
      const names: string[] = []
      for (const name of (await fs.readdir(from)).filter((one) => form.test(one)).toSorted()) {
        const facts = await fs.stat(path.join(from, name))
        if (facts.isFile() && now - facts.mtimeMs >= QUIET_MS) names.push(name)
      }
      return names
    },
    pathOf: (name: string) => path.join(from, name),
    /** Writes a file for the system: it appears whole, or not at all. */
    async write(name: string, text: string): Promise<void> {
      const out = path.join(folder, 'out')
      await fs.mkdir(out, { recursive: true })
      const part = path.join(out, `.${name}.part`)
      await fs.writeFile(part, text)
      await fs.rename(part, path.join(out, name))
    },
    /** Moves processed files away, each with a log beside it. */
    close: dropFeed(folder, {}).close,
  }
}
export type DropFolder = ReturnType<typeof dropFolder>
