import { NO_KEY } from '../lib/device-key.ts'

/** The types of the outbox (decision 001). */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * A value that only the server can give (the id of a record created offline, its `rev`); filled in when the item is sealed. `or` is the
 * value the form already knew (the `rev` it was opened with). The greater of the two is used, so that a form opened on the server's newest
 * copy and one opened on our own unsent edit both send the right value.
 */
export interface Placeholder {
  $ref: string
  field: string
  or?: number
}

/**
 * `queued` → `sending` → `sent` is the normal course of an item (a draft lives in its own table until it is confirmed). `retry-wait`:
 * nobody answered, or the server asked to come back. `auth-wait`: the sign-in was refused; waits for the same user. `needs-fix`: the server
 * said no. `conflict`: somebody else was first; the server's copy is in `lastError.body`. `quarantined`: this version of the app cannot
 * read it.
 */
export type ItemState = 'queued' | 'sending' | 'sent' | 'retry-wait' | 'auth-wait' | 'needs-fix' | 'conflict' | 'quarantined'

export interface ItemError {
  /** HTTP status; 0 if there was no usable answer. */
  status: number
  /**
   * For programs: `no_answer`, `http`, `missing_ref`, `photo_missing`, `photo_damaged`, `unreadable`, `already_recorded`, or the `code` of
   * the server's body.
   */
  code: string
  /** For people, in Italian; the server's words where it sent any. */
  message: string
  /** The server has recorded this answer under our key. The key can never do anything else, so the next try takes a new one. */
  recorded: boolean
  /** The server's parsed body (in a conflict its copy is `body.data`). */
  body?: Json
  /** What its item says of the file that was refused, if it was one. */
  photo?: Json
  /** Wall clock, for display only. */
  at: number
}

export interface Item {
  /** UUID, and the `Idempotency-Key` of every attempt. */
  id: string
  /** Author: sent with this user's sign-in only. */
  user: number
  userName: string
  /** The record it is about: the client UUID of something created offline, or any name of a server record. */
  entity: string
  /** First in, first out within a lane (`inspection:<uuid>`, `ticket:2026/1`). Lanes are independent of each other. */
  lane: string
  /** Draft key of the record, where several records share a lane. Absent: the lane itself is the key. */
  of?: string
  /** Place in the lane, in the order of saving; never the clock. (A sent item and its correction share one.) */
  seq: number
  endpoint: string
  input: Json
  /** SHA-256 (hex) of every photo the server must hold before this is sent. */
  photos: string[]
  /** Ids of items of other lanes that must be sent first. */
  dependsOn: string[]
  /** Italian, shown in the list. */
  label: string
  state: ItemState
  attempts: number
  lastError?: ItemError
  /** Wall clock, for display only. */
  createdAt: number
  /** A later state of the same record may replace it. Never set on a completion: replaced by another tab's save, it would never be sent. */
  replaceable?: true
  /** JSON text of the body, from the first attempt on: every attempt sends exactly these characters. */
  sealed?: string
  /** Earlier sealed bodies under this same key whose fate is unknown (corrected after an answer the server did not record). */
  superseded: string[]
  /** The key turned out to be taken: `sealed` is an earlier body again, sent to learn what became of it before `input` may follow. */
  probing?: boolean
  /** The draft it was made of, for taking it back; cleared at the first attempt. */
  undo?: { data: Json; revision: number }
  receipt?: { status: number; at: number }
  /** Version of the app's item format that wrote `input`. */
  schema: number
}

export interface NewPhoto {
  hash: string
  bytes: ArrayBuffer
  /** MIME type. */
  type: string
  /** Whatever the upload endpoint wants beside the bytes. */
  meta: Json
}

export interface Photo {
  user: number
  hash: string
  /** UUID, and the `Idempotency-Key` of every upload attempt. */
  id: string
  size: number
  type: string
  meta: Json
  acked: boolean
  attempts: number
}

/** The bytes, apart from the rest: lists of photos never load them. */
export interface PhotoBytes {
  user: number
  hash: string
  bytes: ArrayBuffer
}

/** The server's names of an entity, learned from the receipts. */
export interface Ref {
  user: number
  entity: string
  values: { [field: string]: string | number }
}

export interface Draft {
  user: number
  key: string
  data: Json
  photos: string[]
  revision: number
  /** Random name of the write that made this revision. It recognises our own write when the database's answer was lost. */
  writer: string
  schema: number
  savedAt: number
}

export interface Meta {
  name: string
  value: number | string
}

export interface Tables {
  items: Item
  photos: Photo
  bytes: PhotoBytes
  refs: Ref
  drafts: Draft
  meta: Meta
}
export type Table = keyof Tables
export interface Keys {
  items: string
  photos: [user: number, hash: string]
  bytes: [user: number, hash: string]
  refs: [user: number, entity: string]
  drafts: [user: number, key: string]
  meta: string
}

export interface Tx {
  get<T extends Table>(table: T, key: Keys[T]): PromiseLike<Tables[T] | undefined>
  put<T extends Table>(table: T, row: Tables[T]): PromiseLike<unknown>
  delete<T extends Table>(table: T, key: Keys[T]): PromiseLike<unknown>
  /** Rows equal to `where` in every named column, in no promised order; `{}` gives all. */
  find<T extends Table>(table: T, where: Partial<Tables[T]>): PromiseLike<Tables[T][]>
  /** Keys of all rows, without reading the rows. */
  keys<T extends Table>(table: T): PromiseLike<Keys[T][]>
}

/**
 * A transactional store. `run` may await nothing but `tx`. The promise resolves only once the commit is durable. Where it rejects, nothing
 * of `run` is stored or, if the connection was lost at the commit, all of it: so each `run` must be repeatable without harm.
 */
export interface Store {
  transaction<R>(mode: 'r' | 'rw', run: (tx: Tx) => Promise<R>): Promise<R>
}

export interface Reply {
  status: number
  headers: { get(name: string): string | null }
  /** Raw text; the engine parses it, so that an HTML page can never pass for an answer. */
  body: string
}

export interface CallRequest {
  endpoint: string
  input: Json
  user: number
  /** `Idempotency-Key`, `X-Outbox-User`. */
  headers: Record<string, string>
}

export interface UploadRequest {
  photo: Photo
  bytes: ArrayBuffer
  user: number
  /** `Idempotency-Key`, `X-Outbox-User`, `X-Content-SHA256`, `X-Content-Length`. */
  headers: Record<string, string>
}

export interface Session {
  user: number
  name: string
  /**
   * Changes with every sign-in; undefined while the server cannot be reached or the sign-in has ended. Not the token itself, because it is
   * stored.
   */
  stamp: string | undefined
}

/** Everything the engine knows of the outside. */
export interface World {
  store: Store
  /** Sends one queued endpoint. Must end by itself (time-out); undefined or an exception means "no answer". */
  call(request: CallRequest): Promise<Reply | undefined>
  upload(request: UploadRequest): Promise<Reply | undefined>
  /**
   * One holder among all tabs: runs `run` while holding, or gives undefined at once where another tab holds it. `steal` takes it from the
   * holder, whose own promise may then reject (Web Locks).
   */
  lock<R>(run: () => Promise<R>, options: { steal: boolean }): Promise<R | undefined>
  clock: {
    /** Monotonic clock of this tab, in milliseconds. */
    now(): number
    /** Wall clock in milliseconds, for display only. */
    wall(): number
  }
  /** In [0, 1). */
  random(): number
  uuid(): string
  /** Lower-case hex. */
  sha256(bytes: ArrayBuffer): Promise<string>
  session(): Session | undefined
  schema: {
    version: number
    /** `steps[n]` gives the input of an item of version n in the form of version n+1; throwing puts the item in quarantine. */
    steps: Record<number, (item: Item) => Json>
  }
}

/** The code of an item that stands in quarantine because the session has no key for it. It is not stored. */
export const NO_KEY_CODE = 'no_key'
/** A row is encrypted, and the session has no key: it is neither read nor changed. */
export class NoKeyError extends Error {
  override name = 'NoKeyError'
  constructor() {
    super(NO_KEY)
  }
}

/** This tab runs an older version than the one that last wrote. It may read and save drafts, and should be reloaded. */
export class OutdatedError extends Error {
  override name = 'OutdatedError'
  constructor() {
    super('È disponibile una nuova versione: ricaricare la pagina per continuare.')
  }
}

/** The request is impossible for the item as it stands now. The message is Italian. */
export class OutboxError extends Error {
  override name = 'OutboxError'
}
