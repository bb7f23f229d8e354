import type { ChildProcess } from 'node:child_process'
import { vi } from 'vitest'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

/** The four commands of the WebDriver protocol that the test needs; each engine has its own way to take them. */
export interface Commands {
  navigate(url: string): Promise<unknown>
  /** Runs the body of a function in the page, whose last argument is called with the result. */
  run(body: string, args: unknown[]): Promise<any>
  click(element: string): Promise<unknown>
  type(element: string, text: string): Promise<unknown>
}
/** An engine at work. */
export interface Running extends Commands {
  /** Each is the head of a group, and all of them together are the browser. */
  processes: ChildProcess[]
  /** All that they have written so far. */
  output: () => string
}
const open = { Firefox: openFirefox, WebKit: openWebKit }
export type Engine = keyof typeof open

/** What is waited for on a page comes within this, in milliseconds. */
const PATIENCE = { timeout: 45_000, interval: 100 }
/** How the protocol names a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** In the page: the visible element of that XPath; of several the last, which is on top. */
const visible = (xpath: string) => {
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  const all = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as HTMLElement)
  return all.findLast((one) => one.checkVisibility() && !one.matches(':disabled, [data-loading=true]')) ?? null
}

/** A browser with the profile in that folder, which outlives it, and what a person does in it. Elements are named by XPath, and waited for. */
export async function openBrowser(engine: Engine, profile: string) {
  const { processes, output, ...commands } = await open[engine](profile)
  /** Runs a function in the page, which refers to nothing outside itself; gives what it resolves to. */
  async function run<A extends unknown[], R>(work: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const body = `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1)
      Promise.resolve().then(() => (${work})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await commands.run(body, args)
    if (error) throw new Error(error)
    return value
  }
  async function find(xpath: string): Promise<string> {
    const element: any = await run(visible, xpath)
    if (!element) throw new Error(`not on the page: ${xpath}`)
    return element[ELEMENT]
  }
  return {
    run,
    open: commands.navigate,
    sees: (xpath: string) => vi.waitFor(() => find(xpath), PATIENCE),
    /** What moves while a slow page is drawn cannot be pressed: a person tries again. */
    press: (xpath: string) => vi.waitFor(async () => commands.click(await find(xpath)), PATIENCE),
    write: async (xpath: string, text: string) => commands.type(await vi.waitFor(() => find(xpath), PATIENCE), text),
    /** Resolves with what `check` gives, run in the page, as soon as that is something true. */
    until: <A extends unknown[], R>(check: (...args: A) => R, ...args: A) =>
      vi.waitFor(async () => {
        const value = await run(check, ...args)
        if (!value) throw new Error(`not so on the page: ${check}`)
        return value
      }, PATIENCE),
    /** SIGKILL to all processes: nothing is flushed, nobody is told. */
    async kill() {
      for (const { pid, exitCode, signalCode } of processes) if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL')
      await Promise.all(processes.map((one) => one.signalCode ?? one.exitCode ?? new Promise((gone) => one.once('exit', gone))))
    },
    /** Where it is, what it shows, and the end of what it has written: for the reader of a failure. */
    async account() {
      const shown = await run(() => `${location.href}\n${document.body.innerText}`).catch(String)
      return `${shown.slice(0, 3_000)}\n${output().slice(-2_000)}`
    },
  }
}
export type Browser = Awaited<ReturnType<typeof openBrowser>>
