import Dexie, { type EntityTable } from 'dexie'
import { notify } from '../lib/notify.ts'
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
  /** When it was last written, in milliseconds. */
  at: number
}
type Drafts = Dexie & { drafts: EntityTable<Draft, 'key'> }

const FLUSH_MS = 300
const KEPT_MS = 90 * 86_400_000
const open = new Map<number, Drafts>()
let warned = false

/** Where a draft stands that was written before the database was open: a page that goes away in that moment would never write it. */
const lateOf = (user: number) => `piazzale-late-draft-${user}-`
async function putLate(db: Drafts, name: string, text: string): Promise<void> {
  await db.drafts.put(JSON.parse(text) as Draft)
  if (localStorage.getItem(name) === text) localStorage.removeItem(name)
}

/** A database for each user: who signs in on the same device never sees what another was writing (ux.md 2.1). */
function draftsOf(user: number): Drafts {
  let db = open.get(user)
  if (!db) {
    db = new Dexie(`piazzale-drafts-${user}`) as Drafts
    db.version(1).stores({ drafts: 'key, at' })
    open.set(user, db)
    for (const name of Object.keys(localStorage))
      if (name.startsWith(lateOf(user))) void putLate(db, name, localStorage.getItem(name)!).catch(() => undefined)
    void db.drafts
      .where('at')
      .below(Date.now() - KEPT_MS)
      .delete()
      .catch(() => undefined)
  }
  return db
}

/** Writes in one go, without waiting for a turn of Dexie's: a page that is going away gets no other. */
async function put(db: Drafts, user: number, draft: Draft): Promise<void> {
  if (!db.isOpen()) {
    const [name, text] = [lateOf(user) + draft.key, JSON.stringify(draft)]
    localStorage.setItem(name, text)
    return putLate(db, name, text)
  }
  await new Promise<void>((resolve, reject) => {
    const change = db.backendDB().transaction('drafts', 'readwrite')
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error)
    change.objectStore('drafts').put(draft)
    change.commit()
  })
}

/**
 * The draft of one form on this device. `write` reaches the disk within 300 ms, `flush` at once; both are quiet when the device cannot store
 * (a private window, a full disk), but say so once.
 */
export function formDraft(user: number, key: string) {
  const db = draftsOf(user)
  const { drafts } = db
  let pending: Omit<Draft, 'key' | 'at'> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const failed = () => {
    if (!warned) notify.warning('Le bozze non possono essere salvate su questo dispositivo: salva spesso.')
    warned = true
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const now = pending
    pending = undefined
    if (now) await put(db, user, { ...now, key, at: Date.now() }).catch(failed)
  }
  return {
    read: () => drafts.get(key).catch(() => undefined),
    write(content: Omit<Draft, 'key' | 'at'>) {
      pending = content
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    flush,
    clear() {
      clearTimeout(timer)
      timer = undefined
      pending = undefined
      localStorage.removeItem(lateOf(user) + key)
      return drafts.delete(key).catch(() => undefined)
    },
  }
}
