import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { root } from '../../scripts/prepare.mjs'
import { database, freePort, launch, newFolder, ready } from '../server-process.ts'
import { METRICS_TOKEN } from './api.ts'

/** It takes a minute and a half, on a machine that is busy six. */
const SEED_MS = 900_000
export const TALKS = 8
export const TALK = 200
/**
 * Adds what the seed lacks: TALKS tickets with conversations of TALK messages, which are the newest, so that lists begin with them; and an attachment to every
 * fourth ticket, to be found by its name, some of them by "colonnina". 5,000 people have an account, and a station may order some 500 articles.
 */
const MORE = `
  with long as (select id, requester_id from tickets where status_id <> 5 order by id desc limit ${TALKS})
  insert into ticket_comments (uuid, ticket_id, user_id, message, internal, created_at)
    select 'long-' || id || '-' || n, id, requester_id, 'Messaggio ' || n || ': la pistola ' || n % 9 || ' non eroga, il display mostra un errore e il cartello è fuori.',
      n % 9 = 4, now() - (${TALK} - n) * interval '1 minute'
    from long, generate_series(1, ${TALK}) n;
  update tickets set updated_at = now() where id in (select ticket_id from ticket_comments where uuid like 'long-%');
  insert into ticket_files (ticket_id, file_id, file_name, original_name, created_by, created_at)
    select id, (select min(id) from files), 'foto-' || id || '.jpg',
      case when id % 400 = 0 then 'colonnina rotta.jpg' when id % 16 = 0 then 'quadro elettrico.jpg' else 'foto del display ' || id || '.jpg' end, created_by, created_at
    from tickets where id % 4 = 0;
  update ticket_words w set all_words = w.all_words || named.words, said = w.said || named.words
    from (select ticket_id, strip(to_tsvector('italian', replace(original_name, '.', ' '))) as words from ticket_files) named where named.ticket_id = w.ticket_id;
  insert into users (name, email, roles) select 'Persona ' || n, 'persona' || n || '@demo.example.it', '{worker}' from generate_series(1, 2000) n;
  update ecommerce_products set active = false where id > 520;
  vacuum analyze tickets; vacuum analyze ticket_comments; vacuum analyze ticket_files; vacuum analyze ticket_words;`

/** The built server over the seed `scale` on the embedded database: 2,500 stations with 900,000 prices, 100,000 tickets with 450,000 comments. */
export interface Scale {
  origin: string
  pid: number
}
/** The built server over a seed, on the embedded database or another; `more` is added to it. */
export async function seededServer(profile: 'load' | 'scale', databaseUrl?: string, more = async (_folder: string) => {}) {
  const folder = newFolder()
  const own = databaseUrl ? { DATABASE_URL: databaseUrl } : undefined
  const env = { ...process.env, ...own, DATA_DIR: folder }
  const args = ['tsx', 'server/db/seed/cli.ts', `--profile=${profile}`, '--seed=42']
  const seeded = spawnSync('npx', args, { cwd: root, env, timeout: SEED_MS })
  if (seeded.status !== 0) throw new Error(`the seed ended with ${seeded.status}: ${seeded.stderr}`)
  await more(folder)
  const port = await freePort()
  const running = launch(folder, port, { LOG_LEVEL: 'warn', PROFILE: 'demo', METRICS_TOKEN, ...own })
  const stop = async () => {
    running.child.kill('SIGTERM')
    await running.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await ready(running, port).catch(async (error) => {
    await stop()
    throw error
  })
  return { scale: { origin: `http://127.0.0.1:${port}`, pid: running.child.pid! }, stop }
}
async function addMore(folder: string) {
  const client = await PGlite.create(database(folder))
  // Each by itself: room is not made within a transaction.
  for (const one of MORE.split(';')) await client.exec(one)
  await client.close()
}
/** It is made for the first part that asks for it; `stop` when none does any more. */
export function scaleNetwork() {
  let opened: ReturnType<typeof seededServer> | undefined
  return {
    open: async () => {
      opened ??= seededServer('scale', undefined, addMore)
      return (await opened).scale
    },
    stop: async () => (await opened?.catch(() => undefined))?.stop(),
  }
}
