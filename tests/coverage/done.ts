import fs from 'node:fs'
import path from 'node:path'

/** Where a run leaves what its tests did, for `npm run coverage:spec`. */
export const DONE = path.resolve('node_modules/.cache/piazzale-done.tsv')
/** Puts the notes of a run, a file for each process, into the place of what the same test files noted in an earlier run. */
export function keepDone(folder: string) {
  const lines = fs.readdirSync(folder).flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'))
  const ran = new Set(lines.flatMap((line) => (line.startsWith('ran ') ? line.slice(4) : [])))
  const before = fs.existsSync(DONE) ? fs.readFileSync(DONE, 'utf8').split('\n').filter(Boolean) : []
  const fileOf = (line: string) => line.split('\t')[1]!
  const all = [
    ...before.filter((line) => !ran.has(fileOf(line)) && fs.existsSync(fileOf(line))),
    ...lines.flatMap((line) => (line.startsWith('did\t') ? line.slice(4) : [])),
  ]
  fs.mkdirSync(path.dirname(DONE), { recursive: true })
  fs.writeFileSync(
    `${DONE}.${process.pid}`,
    all
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  )
  fs.renameSync(`${DONE}.${process.pid}`, DONE)
}
/** What tests did in the last runs: by what, the tests as `file › name`. */
export function readDone(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  if (!fs.existsSync(DONE)) return found
  for (const line of fs.readFileSync(DONE, 'utf8').split('\n').filter(Boolean)) {
    const [what, file, name] = line.split('\t') as [string, string, string]
    found.set(what, [...(found.get(what) ?? []), `${file} › ${name}`])
  }
  return found
}
