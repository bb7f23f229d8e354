import fs from 'node:fs'
import path from 'node:path'
import { sourcesOf } from '../sources.ts'
import { FIRED_IN, handlersOf } from './handlers.ts'

export const LIST = 'tests/fired/never-fired.txt'
/** Its tests draw what a person presses. */
const TESTS = /^tests\/(screens|unit)\/.+\.test\.tsx$/

/** What is wrong with the list after a run that wrote what it fired into this folder; nothing after a run of some files alone. With UPDATE_FIRED the list is written anew. */
export function neverFired(folder: string): string | undefined {
  const lines = new Set(fs.readdirSync(folder).flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n')))
  const all = sourcesOf('tests').filter(({ path: file }) => TESTS.test(file))
  if (!all.every(({ path: file }) => lines.has(`ran ${file}`))) return undefined
  const handlers = sourcesOf('src')
    .filter(({ path: file }) => FIRED_IN.test(file))
    .flatMap(({ path: file, text }) => handlersOf(file, text).map(({ id }) => id))
  const never = handlers.filter((id) => !lines.has(id)).sort()
  if (process.env.UPDATE_FIRED) fs.writeFileSync(LIST, never.map((id) => `${id}\n`).join(''))
  const listed = fs.readFileSync(LIST, 'utf8').split('\n').filter(Boolean)
  const fresh = never.filter((id) => !listed.includes(id))
  const done = listed.filter((id) => !never.includes(id))
  if (done.length) console.log(`${done.length} handlers of ${LIST} are fired now, or gone; UPDATE_FIRED=1 strikes them`)
  // By number: what answers a pointer that only passes may be fired in one run and not in the next.
  return never.length > listed.length ? fresh.map((id) => `no test fires this: ${id}`).join('\n') : undefined
}
