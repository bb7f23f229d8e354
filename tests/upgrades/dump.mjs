import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { startPostgres } from '../../scripts/postgres.mjs'

/**
 * `node tests/upgrades/dump.mjs [CHECKOUT]`: keeps the database of a version that is released, as this checkout (or another) makes it, in this folder: the
 * data of the demonstration on PostgreSQL, as statements that both engines read. Prices of others are left out: they are most of the bytes. Beside it the
 * description of that version's API is kept.
 */
const checkout = process.argv[2] ?? '.'
const { version } = JSON.parse(fs.readFileSync(path.join(checkout, 'package.json'), 'utf8'))
const PRICES_OF_OTHERS = ['competitor_price_days', 'mimit_means', 'mimit_prices']
const server = await startPostgres()
if (!server) throw new Error('PostgreSQL is not installed.')
const files = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-dump-'))
try {
  execFileSync('npx', ['tsx', 'server/db/seed/cli.ts', '--profile=demo', '--seed=7', '--as-of=2026-11-20'], {
    ...{ cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] },
    env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: files },
  })
  const text = execFileSync(
    'pg_dump',
    [
      '--inserts',
      '--rows-per-insert=200',
      '--no-owner',
      '--no-privileges',
      ...PRICES_OF_OTHERS.map((one) => `--exclude-table-data=${one}`),
      server.url,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  // The embedded engine knows no commands of psql, and the functions are found by their bare names.
  const lines = text.split('\n').filter((line) => line && !/^(\\|--|SELECT pg_catalog\.set_config\('search_path')/.test(line))
  const file = path.join(import.meta.dirname, `${version}.sql.gz`)
  fs.writeFileSync(file, zlib.gzipSync(lines.join('\n'), { level: 9 }))
  console.log(`${path.basename(file)}: ${lines.length} lines, ${fs.statSync(file).size} bytes`)
  const described = execFileSync('npx', ['tsx', path.join(import.meta.dirname, 'describe.ts')], {
    ...{ cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 28 },
  })
  fs.writeFileSync(path.join(import.meta.dirname, `${version}.api.json.gz`), zlib.gzipSync(described, { level: 9 }))
} finally {
  await server.stop()
  fs.rmSync(files, { recursive: true })
}
