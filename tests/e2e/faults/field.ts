import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { test as base, type Cookie, expect, type Page } from '@playwright/test'
import { database, newFolder } from '../../server-process.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { startProxy, type Wire } from '../support/proxy.ts'
import { type Server, startServer } from '../support/server.ts'
import { signIn, watchFaults } from '../support/test.ts'
import { prepared } from '../support/verifica.ts'

/** The server of one worker; it can die without a word and come back on the same port and data. */
interface Engine {
  origin: string
  crash(): void
  restart(): Promise<void>
}
/** One scenario: a device of its own, its line to the server, and who works on it. */
export interface Field {
  engine: Engine
  proxy: Wire
  /** Origin of the app as the device knows it. */
  home: string
  device: Profile
  /**
   * SIGKILL to the whole browser, then the same disk in a new one; gives its page, still empty. Chromium writes cookies to the disk every 30 s,
   * and a person would have to sign in again: that is not what is tried here, so `cookies` known before are put back.
   */
  revive(cookies: Cookie[]): Promise<Page>
  /** Closes the browser as a person does, and opens it again. */
  reopen(): Promise<Page>
}

export const test = base.extend<{ person: string; field: Field }, { engine: Engine }>({
  person: ['ispettore', { option: true }],
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      let server = await startServer()
      const { origin, port, dataDir } = server
      await use({
        origin,
        crash: () => process.kill(server.pid, 'SIGKILL'),
        async restart() {
          // Killed, but not gone yet: the folder would still be its own. `stop` waits for the end.
          await server.stop()
          server = await startServer({ dataDir, port })
        },
      })
      await audited(server)
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  field: async ({ engine, person }, use) => {
    const proxy = await startProxy(engine.origin)
    const home = proxy.origin
    const folder = newFolder()
    const faults: string[] = []
    const open = async () => {
      const device = await openProfile(folder)
      for (const page of device.context.pages()) faults.push(...watchFaults(page))
      return device
    }
    const field: Field = {
      engine,
      proxy,
      home,
      device: await open(),
      async revive(cookies) {
        await field.device.kill()
        field.device = await open()
        await field.device.context.addCookies(cookies)
        return field.device.page
      },
      async reopen() {
        await field.device.context.close()
        field.device = await open()
        return field.device.page
      },
    }
    const { page } = field.device
    await page.goto(`${home}/login`)
    await signIn(page, person)
    await prepared(page, home)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await use(field)
    await field.device.context.close()
    await proxy.down()
    fs.rmSync(folder, { recursive: true, force: true })
    expect(faults).toEqual([])
  },
})
export { expect } from '@playwright/test'

/** At the end of a worker, in the database itself: every key that was answered has acted once, and none is half done. */
async function audited(server: Server) {
  await server.stop()
  const client = await PGlite.create(database(server.dataDir))
  const { rows } = await client.query(`
    select (select count(*) from idempotency_keys where status < 300)::int as answered,
           (select count(*) from idempotency_keys where status is null)::int as open,
           (select count(*) from activity_log where path ~ '/(inspection|tanks/maintenances|support/ticket($|/files|/[0-9]+/[0-9]+/comment)|ecommerce/order$|communications-ctrl/[0-9]+/ack)' and method in ('POST', 'PUT') and status < 300
              and user_agent ~ 'Chrome')::int as acted`)
  await client.close()
  const { answered, acted, open } = rows[0] as { answered: number; acted: number; open: number }
  expect({ acted, open }).toEqual({ acted: answered, open: 0 })
}
