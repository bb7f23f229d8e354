import Dexie, { type EntityTable } from 'dexie'
import { type DeviceKey, NO_KEY } from '../../lib/device-key.ts'
import { notify } from '../../lib/notify.ts'
import { outsideQuery } from '../../lib/outside-query.ts'
import { isSealed, openRow, openText, sealRow, sealText } from '../../lib/seal-rows.ts'
import { keyFor } from '../../lib/session.ts'
import type { Values } from './merge.ts'

/** One attempt to send some content: the same content is sent again under the same key, so that the server applies it once. */
export interface Attempt {
  key: string
  content: string
}
export interface Draft {
  key: string
  values: Values
  /** The values and revision the form started from: they tell what was changed, even after a reload. */
  base: Values
  rev: number | undefined
  attempt: Attempt | undefined
  /** The address that opens the form again and the title of its page; undefined if there is none. */
  href?: string
  title?: string
  /** When it was last written, in milliseconds. */
  at: number
}
type Drafts = Dexie & {
  /** Encrypted where the person has a key: read with `opened`, written with `sealed`. */
  drafts: EntityTable<Draft, 'key'>
  keyOf: () => DeviceKey | undefined
  /** Resolves once the database has what closed pages had left in the journal. */
  recovered: Promise<unknown>
}

/** Address and title of the current page. */
export const currentAddress = () => ({
  href: location.pathname + location.search + location.hash,
  title: document.title.replace(/ – Piazzale$/, ''),
})

const FLUSH_MS = 300
const KEPT_MS = 90 * 86_400_000
/** What the table is searched by; the rest of a row is ciphertext (docs/spec/security.md#data-on-a-device). */
const CLEAR = ['key', 'at']
/** Once for each way a draft can be lost. */
const told = new Set<string>()
function warnOnce(text: string): void {
  if (!told.has(text)) notify.warning(text)
  told.add(text)
}
const isShut = ({ keyOf }: Drafts, row: Draft | undefined) => !!row && isSealed(row) && !keyOf()
/** Undefined where it does not open: the person is told, and the others are read all the same. */
function opened(db: Drafts, row: Draft): Draft | undefined {
  const key = db.keyOf()
  if (isShut(db, row)) {
    warnOnce(NO_KEY)
    return undefined
  }
  try {
    return key ? openRow('drafts', row, key) : row
  } catch (error) {
    globalThis.reportError?.(error)
    warnOnce('Una bozza su questo dispositivo non può essere letta.')
    return undefined
  }
}
const sealed = ({ keyOf }: Drafts, draft: Draft): Draft => {
  const key = keyOf()
  return key ? sealRow('drafts', draft, CLEAR, key) : draft
}
const databases = new Map<number, Drafts>()

/**
 * Journal in localStorage, where a draft stands until the database has it. When a page closes, IndexedDB drops writes that have not
 * started, such as those waiting for the database to open.
 */
const journalKey = (user: number) => `piazzale-late-draft-${user}-`
function keepInJournal(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // The draft does not fit in localStorage; it is in the database only.
  }
}
const dropFromJournal = (name: string, text: string) => localStorage.getItem(name) === text && localStorage.removeItem(name)
/** Writes a closed page's draft into the database, unless it was written or discarded elsewhere since. */
async function replayJournal(db: Drafts, name: string, text: string): Promise<void> {
  const clear = openText(name, text, db.keyOf())
  if (clear === undefined) return
  const draft = JSON.parse(clear) as Draft
  await db.transaction('rw', db.drafts, async () => {
    const known = await db.drafts.get(draft.key)
    if (localStorage.getItem(name) === text && (known?.at ?? 0) < draft.at) await db.drafts.put(sealed(db, draft))
  })
  dropFromJournal(name, text)
}

/** One database per user: the next user of the device never sees what another was writing. */
function draftsOf(user: number): Drafts {
  let db = databases.get(user)
  if (!db) {
    db = new Dexie(`piazzale-drafts-${user}`) as Drafts
    db.version(1).stores({ drafts: 'key, at' })
    // Rows may be encrypted: a tab of an older version must not take them for its own.
    db.version(2).stores({ drafts: 'key, at' })
    db.keyOf = keyFor(user)
    databases.set(user, db)
    const late = Object.keys(localStorage).filter((name) => name.startsWith(journalKey(user)))
    const opening = db
    db.recovered = outsideQuery(async () => {
      await dropOld(opening).catch(() => undefined)
      return Promise.allSettled(late.map((name) => replayJournal(opening, name, localStorage.getItem(name)!)))
    })
    void db.recovered
      .then(() => outsideQuery(() => sealOlder(opening)))
      .catch((error) => opening.isOpen() && globalThis.reportError?.(error))
  }
  return db
}

const dropOld = (db: Drafts) =>
  db.drafts
    .where('at')
    .below(Date.now() - KEPT_MS)
    .delete()
/** Encrypts what an older version has left in clear. */
async function sealOlder(db: Drafts) {
  await db.drafts.toCollection().modify((row, change) => {
    // False: the row is not written again.
    if (isSealed(row)) return false
    change.value = sealed(db, row)
  })
}

async function put(db: Drafts, user: number, given: Draft): Promise<void> {
  const [name, draft] = [journalKey(user) + given.key, sealed(db, given)]
  const text = sealText(name, JSON.stringify(given), db.keyOf())
  keepInJournal(name, text)
  if (!db.isOpen()) await db.drafts.put(draft)
  // Dexie is open but still being set up, so the write has to wait for its turn.
  else
    await putAtOnce(db, draft).catch((error: Error) => {
      if (error.name !== 'InvalidStateError') throw error
      return db.drafts.put(draft)
    })
  dropFromJournal(name, text)
}
/** Writes in a raw transaction, without Dexie's queue: a page that is closing gets no other chance. */
const putAtOnce = (db: Drafts, draft: Draft) =>
  new Promise<void>((resolve, reject) => {
    const change = db.backendDB().transaction('drafts', 'readwrite')
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error)
    change.objectStore('drafts').put(draft)
    change.commit()
  })

/** The unsaved forms of this person on this device, with the address of each; the latest first. */
export async function openDrafts(user: number): Promise<Draft[]> {
  const db = draftsOf(user)
  const { drafts, recovered: whole } = db
  await whole
  const all = (await drafts.toArray()).flatMap((row) => opened(db, row) ?? []).filter(({ href }) => !!href)
  return all.sort((one, other) => other.at - one.at)
}

/** Ending of the name of what is written while the draft of that name is encrypted and there is no key: it would be written over. */
const BESIDE = ' (senza chiave)'
/** The newer of both, once there is a key; the other one comes when that is done with. */
async function readDraft(db: Drafts, key: string): Promise<{ name: string; draft: Draft | undefined }> {
  const [first, second] = [await db.drafts.get(key), await db.drafts.get(key + BESIDE)]
  const draft = first && opened(db, first)
  const beside = second && opened(db, second)
  return isShut(db, first) || (beside && beside.at > (draft?.at ?? 0)) ? { name: key + BESIDE, draft: beside } : { name: key, draft }
}

/**
 * The draft of one form on this device. `write` reaches the disk within 300 ms, `flush` at once. If the device cannot store drafts (private
 * window, full disk) they do nothing, and the person is warned once.
 */
export function formDraft(user: number, key: string) {
  const db = draftsOf(user)
  const { drafts, recovered: whole } = db
  let pending: Omit<Draft, 'key' | 'at'> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** A draft is not overwritten before it has been read, however slow the database is. */
  let reading: Promise<unknown> | undefined
  /** The name it is kept by. */
  let name = key
  /** When this form wrote last. */
  let own: number | undefined
  const failed = () => warnOnce('Le bozze non possono essere salvate su questo dispositivo: salva spesso.')
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const now = pending
    pending = undefined
    if (!now) return
    own = Date.now()
    await put(db, user, { ...now, key: name, at: own }).catch(failed)
  }
  return {
    async read(): Promise<Draft | undefined> {
      const before = own
      const found = whole
        .then(() => readDraft(db, key))
        .then((read) => {
          name = read.name
          return read.draft
        })
        .catch((): undefined => void failed())
      reading = found
      const draft = await found
      // A draft that this form itself wrote meanwhile is not restored.
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
      localStorage.removeItem(journalKey(user) + name)
      return drafts
        .where('key')
        .equals(name)
        .filter((row) => !isShut(db, row))
        .delete()
        .catch(() => undefined)
    },
  }
}
