import { spawn } from 'node:child_process'

/** Starts a program as the head of a group of processes, which can be killed together. */
export function startGroup(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { detached: true, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  // A test that fails before it has killed its browser leaves none behind.
  const end = () => void process.kill(-child.pid!, 'SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  return {
    child,
    output: () => output,
    /** Asks again and again until there is an answer; throws what the program wrote if it ends before. */
    async until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
      for (;;) {
        if (failure) throw failure
        if (child.exitCode !== null || child.signalCode)
          throw new Error(`${program} ended (${child.exitCode ?? child.signalCode}):\n${output}`)
        const answer = await ask()
        if (answer) return answer
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}
/** No command to a browser takes longer than this, in milliseconds. */
export const COMMAND_MS = 40_000
/** What the browser itself keeps to: an engine forgets the script of a page that goes away while it runs, and the next try is soon. */
export const timeouts = { script: 5_000, pageLoad: 35_000 }
