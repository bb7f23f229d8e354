import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createApp } from './app.ts'
import { answerCopies } from './backup/embedded-copy.ts'
import { configurationProblems, suspectVariables } from './configuration.ts'
import { openDatabase } from './db/open.ts'
import { seedDemo } from './db/seed/demo.ts'
import { insertIntervals, insertReference } from './db/seed/network.ts'
import { demoDay } from './demo-day.ts'
import {
  calendarId,
  calendarKey,
  calendarUrl,
  databaseUrl,
  dataDir,
  dropDir,
  errorDsn,
  filesKey,
  filesUrl,
  host,
  mailFrom,
  mailRate,
  mapCredit,
  mapTiles,
  metricsToken,
  mimitUrl,
  origin,
  port,
  profile,
  smtpUrl,
  trustProxy,
} from './environment.ts'
import { diskIsFull } from './lib/core/disk.ts'
import { forwardErrors, sentrySink } from './lib/core/error-sink.ts'
import { MOST_AT_ONCE } from './lib/core/overload.ts'
import { root } from './lib/core/root.ts'
import { type Tiles, tilesOf } from './lib/core/tiles.ts'
import { onePlace } from './lib/files/one-place.ts'
import { openFiles } from './lib/files/open-files.ts'
import { sweepSpool } from './lib/files/spool.ts'
import { deliver } from './lib/jobs/deliver.ts'
import { googleCalendar, readServiceAccount } from './lib/jobs/google-calendar.ts'
import { runJob } from './lib/jobs/job-run.ts'
import { createJobs } from './lib/jobs/jobs.ts'
import { mailer } from './lib/jobs/mail.ts'
import { settle } from './lib/jobs/settle.ts'
import { expireExports, sweep } from './lib/jobs/sweep.ts'
import { notice } from './notice.ts'
import { registryFeed } from './registry-feed.ts'
import { notifyJobFailed } from './resources/notifications/failed-notices.ts'
import { keepPushKeys, pushOne } from './resources/notifications/push.ts'
import { deleteExpired } from './resources/overview/delete-expired.ts'
import { jobKinds } from './resources/overview/job-kinds.ts'
import { printDocument } from './resources/overview/print-document.ts'
import { tasks } from './resources/overview/task-kinds.ts'
import { runsOn, testBucket, testFolder, testInstallation } from './runs-on.ts'
import { startupProblem } from './startup-problem.ts'

const env = process.env
const client = path.join(root, 'dist/client')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

for (const suspect of suspectVariables(env)) console.warn(suspect)
const problems = configurationProblems(env)
if (problems.length) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
let tiles: Tiles | undefined
const files = await openFiles({ dataDir, filesUrl, filesKey })
try {
  tiles = tilesOf(mapTiles, mapCredit)
  testInstallation()
  testFolder(dataDir)
  if (filesUrl) await testBucket(files)
} catch (error) {
  console.error(startupProblem(error, { dataDir, remote: false }))
  process.exit(1)
}
if (!databaseUrl && !fs.existsSync(path.join(dataDir, 'pg')))
  console.log('Primo avvio: il database viene preparato, serve qualche secondo…')
const database = await openDatabase({ dataDir, databaseUrl }).catch((error) => {
  console.error(startupProblem(error, { dataDir, remote: !!databaseUrl }))
  process.exit(1)
})
console.log(runsOn(database).join('\n'))
const registry = registryFeed(mimitUrl, dropDir)
const calendar =
  calendarKey && calendarId
    ? googleCalendar({
        ...{ account: readServiceAccount(calendarKey), id: calendarId, url: calendarUrl },
        tag: createHash('sha256').update(origin).digest('hex').slice(0, 16),
      })
    : undefined
const fresh = profile === 'demo' && (await seedDemo(database.db, files))
if (profile !== 'demo') await insertReference(database.db)
// A demonstration that was begun before this table existed has none.
await insertIntervals(database.db)
const filesHere = databaseUrl
  ? await onePlace(database.db, files, new Date()).catch(async (error) => {
      console.error(startupProblem(error, { dataDir, remote: true }))
      await database.close()
      process.exit(1)
    })
  : undefined
const keys = await keepPushKeys(database.db)
/** Where a push service may complain about us: the sender's address alone, because some services refuse a contact that is none. */
const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0]
const contact = address ? `mailto:${address}` : origin.startsWith('https:') ? origin : 'mailto:no-reply@localhost'
const mail = mailer(path.join(dataDir, 'mail'), mailFrom ?? 'Piazzale <no-reply@localhost>', smtpUrl)
const jobs = createJobs(database.db, database.script, (error) => app.log.error(error, 'jobs'), mailRate)
const app = await createApp({
  db: database.db,
  jobs,
  changes: database.changes,
  bus: database.bus,
  files,
  mail,
  now: () => new Date(),
  origin,
  demo: profile === 'demo',
  version,
  trustProxy,
  tiles,
  registry,
  calendar,
  dropDir,
  mostAtOnce: MOST_AT_ONCE,
  metricsToken,
  pool: database.pool,
  // A bucket that is away takes no process out of service: all that is no file goes on.
  filesHere: filesUrl ? undefined : filesHere,
  diskIsFull: () => diskIsFull(dataDir),
  // In development Vite serves the client.
  ...(fs.existsSync(path.join(client, 'index.html')) && { client }),
  log: { level: env.LOG_LEVEL ?? 'info' },
})
if (errorDsn) {
  const sink = sentrySink(errorDsn, version)
  let busy = false
  const forward = async () => {
    if (busy) return
    busy = true
    await forwardErrors(database.db, sink, new Date()).catch((error) => app.log.warn(error, 'errors'))
    busy = false
  }
  setInterval(forward, 10_000).unref()
}
const daily = () => deleteExpired(database.db, new Date()).catch((error) => app.log.error(error, 'delete expired'))
await daily()
setInterval(daily, 86_400_000).unref()
const learn = () => settle(database.db).catch((error) => app.log.error(error, 'settle'))
if (database.engine === 'pglite') setInterval(learn, 3_600_000).unref()
const clean = () =>
  expireExports(database.db, files, new Date())
    .then(() => sweep(database.db, files, new Date()))
    .then((found) => found.missing.length + found.kept > 0 && app.log.error(found, 'files'))
    .then(() => sweepSpool(new Date()))
    .catch((error) => app.log.error(error, 'files'))
void clean()
setInterval(clean, 86_400_000).unref()
if (database.copyTo) answerCopies(dataDir, database.copyTo, (error) => app.log.error(error, 'copy'))
const stop = async (signal: NodeJS.Signals) => {
  app.log.info({ signal }, 'stopping')
  await app.close()
  await jobs.stop()
  await database.close()
  app.log.info('stopped')
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
const now = () => new Date()
const run = (id: number) =>
  runJob(
    id,
    jobKinds,
    { ...{ db: database.db, jobs, now, files, mail, origin, registry, dropDir }, demo: profile === 'demo', onFailed: notifyJobFailed },
    (error) => app.log.error(error, `job ${id}`),
  )
// The demonstration is useful without its histories too.
if (fresh) await demoDay(app, run).catch((error) => app.log.error(error, 'demo day'))
await jobs.work(
  {
    deliver: (job, id) => deliver(job, id, { db: database.db, mail, files, now, origin }),
    print: (job) => printDocument(job, { db: database.db, files, jobs, now: now() }),
    push: (job) => pushOne(job, { db: database.db, keys, contact }),
    task: (name) => tasks[name]({ db: database.db, jobs, origin, files, calendar, now: now() }),
    run: ({ id }) => run(id),
  },
  database.engine === 'pglite',
)
try {
  await app.listen({ port, host })
  console.log(notice(origin, profile === 'demo'))
  // What was just filled is known now, not in an hour.
  if (database.engine === 'pglite') void learn()
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(taken ? `La porta ${port} è già in uso. Indicarne un'altra con PORT.` : error)
  await database.close()
  process.exit(1)
}
