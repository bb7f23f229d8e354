import path from 'node:path'
import { freePort } from '../server-process.ts'
import type { Running } from './browser.ts'
import { COMMAND_MS, startGroup, timeouts } from './process-group.ts'

/** WebKit in a window on a screen that nobody sees; the system's WebKitWebDriver takes the commands over HTTP. */
export async function openWebKit(profile: string): Promise<Running> {
  const screen = startGroup('Xvfb', ['-displayfd', '1', '-screen', '0', '390x844x24', '-nolisten', 'tcp'])
  const [, display] = await screen.until(() => /^(\d+)\n/m.exec(screen.output()))
  const port = await freePort()
  const env = { DISPLAY: `:${display}`, HOME: profile, PROFILE: profile, NO_AT_BRIDGE: '1' }
  const driver = startGroup('WebKitWebDriver', [`--port=${port}`], env)
  const origin = `http://127.0.0.1:${port}`
  await driver.until(() => fetch(`${origin}/status`).catch(() => undefined))
  async function post(address: string, body: object): Promise<any> {
    const signal = AbortSignal.timeout(COMMAND_MS)
    const answer = await fetch(`${origin}/session${address}`, { method: 'POST', body: JSON.stringify(body), signal })
    const { value } = (await answer.json()) as { value: any }
    if (!answer.ok) throw new Error(`${address}: ${value.error}: ${value.message}`)
    return value
  }
  const options = { binary: path.resolve('tests/engines/webkit-browser.py'), args: [] }
  const { sessionId } = await post('', { capabilities: { alwaysMatch: { timeouts, 'webkitgtk:browserOptions': options } } })
  return {
    processes: [driver.child, screen.child],
    output: driver.output,
    navigate: (url) => post(`/${sessionId}/url`, { url }),
    run: (script, args) => post(`/${sessionId}/execute/async`, { script, args }),
    click: (element) => post(`/${sessionId}/element/${element}/click`, {}),
    type: (element, text) => post(`/${sessionId}/element/${element}/value`, { text }),
  }
}
