import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { problem } from '../core/problem.ts'

/** Files that another system provides (docs/spec/integrations.md#common-rules), by our names for them. */
export interface Feed {
  state: 'on' | 'drop'
  /** Where they come from, in words. */
  where: string
  /**
   * Fetches them. `known`: the tags of the last time. 'same' if these have not changed, 'none' if nothing is there yet.
   * @throws Problem 503 if the other system cannot be reached
   */
  take(known: Tags | undefined): Promise<Taken | 'same' | 'none'>
  /** Moves processed files away, each with a log beside it. Files that are gone already are no error. */
  close(names: readonly string[], well: boolean, log: string, now: Date): Promise<void>
}
export type Tags = Record<string, string>
export interface Taken {
  files: Record<string, Buffer>
  tags: Tags
  /** File names in their folder, for `close`. */
  names: string[]
}
/** A larger file is not what is expected. */
const MOST_BYTES = 64 * 1024 * 1024
/** Shorter than the minute after which the queue takes a job for dead. */
const TIMEOUT_MS = 20_000
/** A file that was written to a moment ago is still being written. */
const QUIET_MS = 10_000
const unzip = promisify(gunzip)
const unpacked = async (bytes: Buffer) =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? await unzip(bytes, { maxOutputLength: MOST_BYTES }) : bytes

/** Files of a web server. `system`: its name in the message that it cannot be reached. */
export function webFeed(system: string, addresses: Record<string, string>): Feed {
  const ask = async (address: string, method: 'GET' | 'HEAD') => {
    const answer = await fetch(address, { method, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'follow' }).catch(() => undefined)
    if (!answer?.ok) throw problem.away(system)
    return answer
  }
  const tagOf = ({ headers }: Response) => headers.get('etag') ?? headers.get('last-modified') ?? ''
  return {
    state: 'on',
    where: [...new Set(Object.values(addresses).map((one) => new URL(one).origin))].join(', '),
    async take(known) {
      const names = Object.keys(addresses)
      if (known && names.every((name) => known[name])) {
        const tags = await Promise.all(names.map(async (name) => tagOf(await ask(addresses[name]!, 'HEAD'))))
        if (tags.every((tag, at) => tag && tag === known[names[at]!])) return 'same'
      }
      const taken: Taken = { files: {}, tags: {}, names: [] }
      for (const name of names) {
        const answer = await ask(addresses[name]!, 'GET')
        taken.tags[name] = tagOf(answer)
        taken.files[name] = await unpacked(await bytesOf(answer, system))
      }
      return taken
    },
    close: async () => undefined,
  }
}
async function bytesOf({ body }: Response, system: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body ?? []) {
      size += part.length
      if (size > MOST_BYTES) break
      parts.push(part)
    }
  } catch {
    throw problem.away(system)
  }
  if (size > MOST_BYTES) throw problem.unprocessable('Il file ricevuto è troppo grande: non è stato importato nulla.')
  return Buffer.concat(parts)
}

/** Files that somebody puts into the folder `in`; processed, they move to `done` or `error` beside it. The newest of each kind is taken. */
export function dropFeed(folder: string, forms: Record<string, RegExp>): Feed {
  const from = path.join(folder, 'in')
  return {
    state: 'drop',
    where: from,
    async take() {
      await fs.mkdir(from, { recursive: true })
      const there: { name: string; at: number }[] = []
      for (const name of await fs.readdir(from)) {
        const facts = await fs.stat(path.join(from, name))
        if (facts.isFile()) there.push({ name, at: facts.mtimeMs })
      }
      there.sort((a, b) => b.at - a.at)
      const chosen = Object.entries(forms).map(([key, form]) => [key, there.find(({ name }) => form.test(name))] as const)
      if (chosen.some(([, file]) => !file || Date.now() - file.at < QUIET_MS)) return 'none'
      const taken: Taken = { files: {}, tags: {}, names: chosen.map(([, file]) => file!.name) }
      for (const [key, file] of chosen) {
        const place = path.join(from, file!.name)
        if ((await fs.stat(place)).size > MOST_BYTES)
          throw problem.unprocessable(`Il file ${file!.name} è troppo grande: non è stato importato nulla.`)
        taken.files[key] = await unpacked(await fs.readFile(place))
      }
      return taken
    },
    async close(names, well, log, now) {
      const to = path.join(folder, well ? 'done' : 'error')
      await fs.mkdir(to, { recursive: true })
      const stamp = now.toISOString().replace(/[-:]/g, '').slice(0, 15)
      for (const name of names) {
        const target = path.join(to, `${stamp}Z_${name}`)
        const moved = await fs.rename(path.join(from, name), target).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error
            return false
          },
        )
        if (!moved) continue
        await fs.writeFile(`${target}.log.part`, `${log}\n`)
        await fs.rename(`${target}.log.part`, `${target}.log`)
      }
    },
  }
}
