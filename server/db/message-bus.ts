import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { MessageBus } from '../lib/core/hub.ts'
import type { EmbeddedPool } from './embedded.ts'

const CHANNEL = 'live'
/** The name of the listening connection in `pg_stat_activity`. */
export const LISTENER = 'piazzale live'
/** The listening connection is checked so often, because a dead one says nothing. */
const CHECK_MS = 15_000
/** Between two tries to listen again. */
const AGAIN_MS = 1_000

/** The embedded database has one process: a message that does not come with a commit is passed on at once. */
export const embeddedBus = (pool: EmbeddedPool): MessageBus => {
  let hear = (_text: string) => {}
  return {
    async listen(heard, again) {
      hear = heard
      await pool.listen(CHANNEL, (text) => hear(text))
      again()
      return async () => {
        hear = () => {}
      }
    },
    send: async (text) => hear(text),
  }
}

/** Messages between processes through PostgreSQL, on a connection of its own, which is opened again whenever it is lost. */
export function postgresBus(connectionString: string, pool: pg.Pool): MessageBus {
  return {
    async listen(heard, heardAgain, lost) {
      let over = false
      let client: pg.Client | undefined
      let first: (() => void) | undefined
      const listening = new Promise<void>((done) => {
        first = done
      })
      async function once() {
        client = new pg.Client({
          connectionString,
          application_name: LISTENER,
          keepAlive: true,
          connectionTimeoutMillis: 5_000,
          query_timeout: 5_000,
        })
        // One loss may come as two errors, and an error without a listener would end the process.
        const broken = new Promise<void>((done) => client!.on('error', () => done()).once('end', () => done()))
        client.on('notification', ({ payload }) => heard(payload ?? ''))
        const connection = client
        const check = setInterval(() => void connection.query('select 1').catch(() => connection.end()), CHECK_MS)
        try {
          await client.connect()
          await client.query(`listen ${CHANNEL}`)
          first?.()
          heardAgain()
          await broken
        } catch {
          // Tried again below.
        } finally {
          clearInterval(check)
          void connection.end().catch(() => undefined)
        }
      }
      const ended = (async () => {
        while (!over) {
          await once()
          if (over) return
          lost()
          await setTimeout(AGAIN_MS)
        }
      })()
      // The start does not wait for a database that is away: `heardAgain` tells when it is back.
      await Promise.race([listening, setTimeout(5_000)])
      return async () => {
        over = true
        await client?.end().catch(() => undefined)
        await ended
      }
    },
    send: async (text) => void (await pool.query('select pg_notify($1, $2)', [CHANNEL, text])),
  }
}
