import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { createApp } from '../../server/app.ts'
import { openDatabase } from '../../server/db/open.ts'
import { seedDemo } from '../../server/db/seed/demo.ts'
import { diskStore } from '../../server/lib/files.ts'
import { mailer } from '../../server/lib/mail.ts'
import { root } from '../../server/lib/root.ts'
import { apiRows } from './api.ts'
import { browserRows } from './browser.ts'
import { serveFloor } from './floor.ts'
import { table } from './table.ts'

/** `npm run bench` (`-- --quick`): every figure beside its floor, measured in this very run. Exit code 1 only when something could not be measured. */
const quick = process.argv.includes('--quick')
const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-bench-'))
const client = path.join(root, 'dist/client')
execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
await build({
  root: path.join(root, 'tests/bench/floor'),
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  build: { outDir: path.join(temp, 'floor'), target: 'baseline-widely-available' },
})

const database = await openDatabase({ dataDir: path.join(temp, 'data'), databaseUrl: process.env.TEST_DATABASE_URL })
const files = diskStore(path.join(temp, 'files'))
await seedDemo(database.db, files)
const app = await createApp({
  db: database.db,
  files,
  mail: mailer(path.join(temp, 'mail'), 'bench@localhost'),
  now: () => new Date(),
  origin: '',
  demo: true,
  version: 'bench',
  client,
})
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const floor = await serveFloor(path.join(temp, 'floor'))
try {
  const rows = [
    ...(await browserRows(base, floor.url, client, quick ? 3 : 7)),
    ...(await apiRows(`${base}/api/v1`, database, quick ? 3 : 10)),
  ]
  const gib = Math.round(os.totalmem() / 2 ** 30)
  console.log(
    `\n${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, ${gib} GiB, Node ${process.versions.node}, ${os.type()}; load ${os.loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log(table(rows))
} finally {
  await floor.close()
  await app.close()
  await database.close()
  fs.rmSync(temp, { recursive: true, force: true })
}
