import type { Page } from '@playwright/test'
import { BYTES, openedCopy, openedRow, openedTexts } from './sealed.ts'

/** All that a browser keeps of this origin, as text: `indexedDB piazzale-outbox-7`, `cache reads-7`, `localStorage`, … */
export type Dump = Record<string, string>

/** Reads every store of the profile; `but`: databases that are left alone. */
export async function dump(page: Page, but: readonly string[] = []): Promise<Dump> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  return { ...(await stored(page, but)), history: JSON.stringify(entries) }
}
/** As its author reads it: what is encrypted is opened with the key of the person who is signed in here. */
export async function openedDump(page: Page): Promise<Dump> {
  const all = await dump(page)
  const key = /"deviceKey":"([^"]+)"/.exec(all['indexedDB piazzale-device'] ?? '')?.[1]
  const rows = (text: string) => {
    const stores = JSON.parse(text) as unknown[]
    return JSON.stringify(
      stores.map((part, at) =>
        at % 3 === 2 ? (part as Record<string, unknown>[]).map((row) => openedRow(String(stores[at - 2]), row, key)) : part,
      ),
    )
  }
  const copies = (text: string) =>
    text.replaceAll(/^(\S+) (bytes:\S+)$/gm, (_, url: string, sealed: string) => `${url} ${openedCopy(url, sealed, key)}`)
  const texts = (text: string) => JSON.stringify(openedTexts(JSON.parse(text), key))
  const openers: [RegExp, (text: string) => string][] = [
    [/^indexedDB/, rows],
    [/^cache/, copies],
    [/^(local|session)Storage/, texts],
  ]
  return Object.fromEntries(Object.entries(all).map(([place, text]) => [place, openers.find(([of]) => of.test(place))?.[1](text) ?? text]))
}
const stored = (page: Page, but: readonly string[]): Promise<Dump> =>
  page.evaluate(
    async ({ but, BYTES }) => {
      const found: Record<string, string> = {}
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const asText = (bytes: Uint8Array) => BYTES + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const bytesToo = (name: string, value: unknown) =>
        (name === '_sealed' || name === 'deviceKey') && ArrayBuffer.isView(value)
          ? asText(value as Uint8Array)
          : value instanceof ArrayBuffer || ArrayBuffer.isView(value)
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
            if (!personal) return request.url
            const copy = (await cache.match(request))!
            const sealed = copy.headers.has('x-sealed')
            return `${request.url} ${sealed ? asText(new Uint8Array(await copy.arrayBuffer())) : await copy.text()}`
          }),
        )
        found[`cache ${name}`] = texts.join('\n')
      }
      found.localStorage = JSON.stringify({ ...localStorage })
      found.sessionStorage = JSON.stringify({ ...sessionStorage })
      found.state = JSON.stringify(history.state)
      return found
    },
    { but, BYTES },
  )

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
