import { createHook } from 'node:async_hooks'

/** Work that comes to its end by itself: a password being compared, a step of the database or of React. The app's clocks are none. */
const WORK = /^(PBKDF2REQUEST|HASHREQUEST|Immediate)$/
const LONGEST_MS = 20_000
const pending = new Map<number, string>()
createHook({
  init: (id, type) => void (WORK.test(type) && pending.set(id, type)),
  destroy: (id) => void pending.delete(id),
}).enable()

// The real one, whatever clock a test goes by.
const { setTimeout, clearTimeout } = globalThis
const turn = () => new Promise((done) => setTimeout(done))

/** Resolves once nothing is under way: what would go on after a test's end finds the page gone. Throws where it never ends. */
export async function atRest() {
  let late = false
  const limit = setTimeout(() => {
    late = true
  }, LONGEST_MS)
  // One step is often followed by another.
  for (let quiet = 0; quiet < 3 && !late; quiet = pending.size ? 0 : quiet + 1) await turn()
  clearTimeout(limit)
  if (late) throw new Error(`The test has left work behind: ${[...new Set(pending.values())].join(', ')}`)
}
