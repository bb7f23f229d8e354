import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { takeDone } from '../coverage/note.ts'

type Handler = (...args: unknown[]) => unknown
const fired = new Set<string>()
/** One and the same function gives one and the same: some screens compare them. */
const wrapped = new WeakMap<Handler, Map<string, Handler>>()

/** Gives the handler on, and notes when it is called (`handlers.ts` puts this around each). */
function note(id: string, handler: unknown) {
  if (typeof handler !== 'function') return handler
  const mine = wrapped.get(handler as Handler) ?? new Map<string, Handler>()
  wrapped.set(handler as Handler, mine)
  const known = mine.get(id)
  if (known) return known
  const noting = function (this: unknown, ...args: unknown[]) {
    fired.add(id)
    return (handler as Handler).apply(this, args)
  }
  mine.set(id, noting)
  return noting
}
Object.assign(globalThis, { __fired: note })

afterAll(() => {
  const file = path.relative(process.cwd(), expect.getState().testPath!).split(path.sep).join('/')
  fs.appendFileSync(path.join(inject('fired'), `${process.pid}`), `${[`ran ${file}`, ...fired, ...takeDone(file)].join('\n')}\n`)
  fired.clear()
})
