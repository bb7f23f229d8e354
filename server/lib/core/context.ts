import type { Readable } from 'node:stream'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { PermissionName, RoleName } from '../../../src/contract/kernel/roles.ts'
import type { FileStore } from '../files/files.ts'
import type { Feed } from '../jobs/feed.ts'
import type { Calendar } from '../jobs/google-calendar.ts'
import type { Jobs, MailJob } from '../jobs/jobs.ts'
import type { Mailer } from '../jobs/mail.ts'
import type { ChangeCounters } from './change-counters.ts'
import type { Db, PoolSize } from './db.ts'
import type { Hub, MessageBus } from './hub.ts'
import type { Tiles } from './tiles.ts'

export interface User {
  id: number
  name: string
  email: string
  roles: RoleName[]
  permissions: PermissionName[]
  all_stations: boolean
  session_id: number
}
export interface Deps {
  db: Db
  /** Absent: nothing is cached, as with PostgreSQL, and in API tests whose writes are never committed. */
  changes?: ChangeCounters
  /** Absent: open streams do not hear what other processes, or the database, change. */
  bus?: MessageBus
  files: FileStore
  mail: Mailer
  jobs: Jobs
  now: () => Date
  /** Where the app is served, for the links in mails. */
  origin: string
  demo: boolean
  version: string
  /** Proxies whose `X-Forwarded-*` headers are believed (`environment.ts`); absent: none. */
  trustProxy?: string | undefined
  /** The tile server of the maps; absent: maps have no background. */
  tiles?: Tiles | undefined
  /** Where the ministry's registry comes from; absent: it is not imported. */
  registry?: Feed | undefined
  /** The company's calendar; absent: nothing is written to one. */
  calendar?: Calendar | undefined
  /** The folder that files are exchanged through with other systems; absent: with none. */
  dropDir?: string | undefined
  /** Made by `createApp`. */
  hub?: Hub
  /** Folder of the built client; absent in API tests. */
  client?: string
  /** Whether the disk of the embedded database and of the files is full; asked when a request fails for a reason that is not known. */
  diskIsFull?: () => boolean
  /** Fails where the folder of files is not the one that other processes share (`onePlace`); absent: nobody else uses it, or it is a bucket. */
  filesHere?: (() => Promise<void>) | undefined
  /** Requests of the API that are worked at together; absent: as many as come. */
  mostAtOnce?: number
  /** Who says it reads `/metrics`; absent: there is no such address. */
  metricsToken?: string | undefined
  /** Absent with the embedded database, which has one connection. */
  pool?: PoolSize | undefined
  /** Absent: no log. `stream` instead of the standard output. */
  log?: { level: string; stream?: { write(line: string): void } }
}
/** The context of a handler. `db` is the transaction of a write. */
export interface Context<U = User> {
  db: Db
  user: U
  now: Date
  ip: string
  agent: string
  requestId: string
  files: FileStore
  /** Whether mails are sent; without a mail server they are written as files. */
  sendsMail: boolean
  jobs: Jobs
  /** Open streams and presence; absent in a job. */
  hub?: Hub | undefined
  origin: string
  demo: boolean
  tiles?: Tiles | undefined
  registry?: Feed | undefined
  calendar?: Calendar | undefined
  dropDir?: string | undefined
  /** Of the server; absent in a job. */
  version?: string | undefined
  pool?: PoolSize | undefined
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Cookies of the request and of the answer (sign-in only). */
  cookies: { get(name: string): string | undefined; set(name: string, value: string, maxAgeSeconds: number): void }
  /** Sets another documented success code, such as 200 for a create that is repeated. */
  status(code: number): void
  /** Names the record in the activity log, if it is not `input.id`. */
  audit(fact: AuditFact): void
  history(model: HistoryModel, id: number, event: HistoryEvent, before: unknown, after: unknown): Promise<void>
  /** Queues a mail in the transaction of the write; a worker sends it after the commit. */
  send(job: MailJob): Promise<void>
}
export type HistoryEvent = 'created' | 'updated' | 'deleted' | 'restored' | 'revealed' | 'status'
export interface AuditFact {
  action?: string
  entity?: string
  entity_id?: string | number | null
  user_id?: number
}
/** The answer of a `blob` endpoint. */
export interface Bytes {
  bytes: Buffer | Readable
  mime: string
  /** File name offered to the browser. */
  name: string
}
