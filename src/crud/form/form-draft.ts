import Dexie, { type EntityTable } from 'dexie'
import { notify } from '../../lib/notify.ts'
import type { Values } from './merge.ts'

/** One send of one content: the same content is sent again under the same key, so that the server does it once. */
export interface Attempt {
  key: string
  content: string
}
export interface Draft {
  key: string
  values: Values
  /** What the form began with, and of which revision: what was changed since is known even after a reload. */
  base: Values
  rev: number | undefined
  attempt: Attempt | undefined
  /** The address that opens the form again, and what its page is called; undefined where there is none. */
  href?: string
  title?: string
  /** When it was last written, in milliseconds. */
  at: number
}
type Drafts = Dexie & {
  drafts: EntityTable<Draft, 'key'>
  /** Once it has what pages that are gone had still to write. */
  recovered: Promise<unknown>
}

/** Where the form stands that is being written in. */
export const currentAddress = () => ({
  href: location.pathname + location.search + location.hash,
  title: document.title.replace(/ – Piazzale$/, ''),
})

const FLUSH_MS = 300
const KEPT_MS = 90 * 86_400_000
const databases = new Map<number, Drafts>()
let warned = false

/**
 * Where a draft stands until the database has it: of a page that goes away in that moment the database throws away what it has not begun with,
 * such as what waits behind its own opening.
 */
const journalKey = (user: number) => `piazzale-late-draft-${user}-`
function keepInJournal(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // No room for so much: the database alone has it.
  }
}
const dropFromJournal = (name: string, text: string) => localStorage.getItem(name) === text && localStorage.removeItem(name)
/** Of a page that is gone. What another has written or thrown away since stays so. */
async function replayJournal(db: Drafts, name: string, text: string): Promise<void> {
  const draft = JSON.parse(text) as Draft
  await db.transaction('rw', db.drafts, async () => {
    const known = await db.drafts.get(draft.key)
    if (localStorage.getItem(name) === text && (known?.at ?? 0) < draft.at) await db.drafts.put(draft)
  })
  dropFromJournal(name, text)
}

/** A database for each user: who signs in on the same device never sees what another was writing (ux.md 2.1). */
function draftsOf(user: number): Drafts {
  let db = databases.get(user)
  if (!db) {
    db = new Dexie(`piazzale-drafts-${user}`) as Drafts
    db.version(1).stores({ drafts: 'key, at' })
    databases.set(user, db)
    const late = Object.keys(localStorage).filter((name) => name.startsWith(journalKey(user)))
    db.recovered = Promise.allSettled(late.map((name) => replayJournal(db!, name, localStorage.getItem(name)!)))
    void db.drafts
      .where('at')
      .below(Date.now() - KEPT_MS)
      .delete()
      .catch(() => undefined)
  }
  return db
}

async function put(db: Drafts, user: number, draft: Draft): Promise<void> {
  const [name, text] = [journalKey(user) + draft.key, JSON.stringify(draft)]
  keepInJournal(name, text)
  if (!db.isOpen()) await db.drafts.put(draft)
  // Open, and still being set up: it has a turn to wait for.
  else
    await putAtOnce(db, draft).catch((error: Error) => {
      if (error.name !== 'InvalidStateError') throw error
      return db.drafts.put(draft)
    })
  dropFromJournal(name, text)
}
/** In one go, without waiting for a turn of Dexie's: a page that is going away gets no other. */
const putAtOnce = (db: Drafts, draft: Draft) =>
  new Promise<void>((resolve, reject) => {
    const change = db.backendDB().transaction('drafts', 'readwrite')
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error)
    change.objectStore('drafts').put(draft)
    change.commit()
  })

/** What this person has begun and not saved on this device, with the way back to it; the latest first. */
export async function openDrafts(user: number): Promise<Draft[]> {
  const { drafts, recovered: whole } = draftsOf(user)
  await whole
  const all = await drafts.filter(({ href }) => !!href).toArray()
  return all.sort((one, other) => other.at - one.at)
}

/**
 * The draft of one form on this device. `write` reaches the disk within 300 ms, `flush` at once; both are quiet when the device cannot store
 * (a private window, a full disk), but say so once.
 */
export function formDraft(user: number, key: string) {
  const db = draftsOf(user)
  const { drafts, recovered: whole } = db
  let pending: Omit<Draft, 'key' | 'at'> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What was written before is not written over before it is read, however late the database is. */
  let reading: Promise<unknown> | undefined
  /** When this form wrote last. */
  let own: number | undefined
  const failed = () => {
    if (!warned) notify.warning('Le bozze non possono essere salvate su questo dispositivo: salva spesso.')
    warned = true
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const now = pending
    pending = undefined
    if (!now) return
    own = Date.now()
    await put(db, user, { ...now, key, at: own }).catch(failed)
  }
  return {
    async read(): Promise<Draft | undefined> {
      const before = own
      const found = whole.then(() => drafts.get(key)).catch(() => undefined)
      reading = found
      const draft = await found
      // What it has written itself meanwhile is nothing to take up.
      return own !== before && draft?.at === own ? undefined : draft
    },
    write(content: Omit<Draft, 'key' | 'at'>) {
      pending = content
      timer ??= setTimeout(() => void (reading ?? Promise.resolve()).then(flush), FLUSH_MS)
    },
    flush,
    clear() {
      clearTimeout(timer)
      timer = undefined
      pending = undefined
      localStorage.removeItem(journalKey(user) + key)
      return drafts.delete(key).catch(() => undefined)
    },
  }
}
