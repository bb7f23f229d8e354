import type { Page } from '@playwright/test'

/** All that a browser keeps of this origin, as text: `indexedDB piazzale-outbox-7`, `cache reads-7`, `localStorage`, … */
export type Dump = Record<string, string>

/** Reads every store of the profile; `but`: databases that are left alone. */
export async function dump(page: Page, but: readonly string[] = []): Promise<Dump> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return { ...(await stored(page, but)), history: JSON.stringify(entries) }
}
const stored = (page: Page, but: readonly string[]): Promise<Dump> =>
  page.evaluate(async (but) => {
    const found: Record<string, string> = {}
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const bytesToo = (_key: string, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? new TextDecoder('latin1').decode(value as ArrayBuffer)
        : value instanceof Blob
          ? 'a file'
          : value
    for (const { name } of await indexedDB.databases()) {
      if (!name || but.includes(name)) continue
      const open = (window as { openUnseen?: typeof indexedDB.open }).openUnseen ?? indexedDB.open
      const db = await done(open.call(indexedDB, name))
      const rows: unknown[] = []
      for (const store of db.objectStoreNames) {
        const from = db.transaction(store).objectStore(store)
        rows.push(store, await done(from.getAllKeys()), await done(from.getAll()))
      }
      db.close()
      found[`indexedDB ${name}`] = JSON.stringify(rows, bytesToo)
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      // The shell is the same for everybody; its own check is that it holds nothing of the API.
      const texts = await Promise.all(
        (await cache.keys()).map(async (request) => {
          const personal = new URL(request.url).pathname.startsWith('/api/')
          return `${request.url} ${personal ? await (await cache.match(request))!.text() : ''}`
        }),
      )
      found[`cache ${name}`] = texts.join('\n')
    }
    found.localStorage = JSON.stringify({ ...localStorage })
    found.sessionStorage = JSON.stringify({ ...sessionStorage })
    found.state = JSON.stringify(history.state)
    return found
  }, but)

/** Everything a person or a script could read in the page: text, attributes, values of fields, address. */
export const shown = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      location.href,
      document.title,
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
    ].join('\n'),
  )
