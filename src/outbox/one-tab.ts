/**
 * Waits no longer than this: a frozen tab keeps its lock. Running anyway at worst sends an older text after a newer one of the same person.
 */
const WAIT_MS = 10_000

/** Runs while no other tab of this device runs anything of the same `name`. */
export async function oneTab<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return run()
  let begun = false
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), WAIT_MS)
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      begun = true
      clearTimeout(timer)
      return run()
    })
  } catch (error) {
    if (begun) throw error
    console.error(`${name}: another tab does not let go`)
    return await run()
  }
}
