import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { build, root } from '../scripts/prepare.mjs'
import { apiAs } from './e2e/support/api.ts'
import { freePort, newFolder, seededFolder } from './server-process.ts'

beforeAll(build, 300_000)

/** What the built server needs besides the production packages, as docs/running.md says. */
const NEEDS = ['dist/client', 'dist/server', 'package.json', 'server/db/migrations', 'server/templates', 'server/lib/files']
const json = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
const workers = () => fs.readdirSync(path.join(root, 'server/lib/files')).filter((name) => name.endsWith('.mjs'))

/** A statement that begins its line, or a call. */
const IMPORT = /^import [^"'\n]*from ["']([^"'\n]+)["']|^import ["']([^"'\n]+)["']|\bimport\(["']([^"'\n]+)["']\)/gm
/** Links what is there, or copies it to another disk. Packages within a package have their own place in the lock file. */
function link(from: string, to: string) {
  if (!fs.statSync(from).isDirectory()) {
    fs.mkdirSync(path.dirname(to), { recursive: true })
    try {
      return fs.linkSync(from, to)
    } catch {
      return fs.copyFileSync(from, to)
    }
  }
  for (const name of fs.readdirSync(from)) if (name !== 'node_modules') link(path.join(from, name), path.join(to, name))
}

test('what the built server and its workers import is a package of production', () => {
  const built = fs.readdirSync(path.join(root, 'dist/server'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const files = [...built.map((name) => `dist/server/${name}`), ...workers().map((name) => `server/lib/files/${name}`)]
  const imported = files.flatMap((file) =>
    [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)].map(([, from, bare, called]) => from ?? bare ?? called!),
  )
  const packages = imported
    .filter((name) => !/^(node:|\.)/.test(name) && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  const { dependencies } = json('package.json') as { dependencies: Record<string, string> }
  for (const known of ['fastify', 'pg', '@electric-sql/pglite', '@aws-sdk/client-s3', 'pdfjs-dist']) expect(packages).toContain(known)
  expect([...new Set(packages)].filter((name) => !dependencies[name])).toEqual([])
})

test('the build with the production packages alone, in another place, signs in, prints a PDF and writes a sheet', {
  timeout: 300_000,
}, async () => {
  const place = newFolder()
  const { packages } = json('package-lock.json') as { packages: Record<string, { dev?: true; devOptional?: true }> }
  const production = Object.keys(packages).filter((name) => name && !packages[name]!.dev && !packages[name]!.devOptional)
  for (const name of [...NEEDS, ...production]) {
    const from = path.join(root, name)
    if (name === 'server/lib/files') for (const worker of workers()) link(path.join(from, worker), path.join(place, name, worker))
    // Packages for other platforms are not installed.
    else if (fs.existsSync(from)) link(from, path.join(place, name))
  }
  const [port, DATA_DIR] = [await freePort(), await seededFolder(inject('snapshot'))]
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PROFILE: 'demo',
    MIMIT_URL: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR,
    PORT: String(port),
  }
  const child = spawn(process.execPath, ['dist/server/main.js'], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  try {
    try {
      const origin = `http://127.0.0.1:${port}`
      while (!(await fetch(`${origin}/api/v1/health`).catch(() => undefined))?.ok) {
        if (child.exitCode !== null) throw new Error((await said).join('\n'))
        await pause(50)
      }
      expect((await (await fetch(`${origin}/`)).text()).toLowerCase()).toContain('<!doctype html>')
      const admin = await apiAs(origin, 'admin')
      expect((await admin.bytes('/stations/detailed-openings/pdf')).subarray(0, 5).toString()).toBe('%PDF-')
      const { id } = await admin.post('/exports', { list: 'stations.list', format: 'xlsx', columns: ['Codice'] })
      let sheet: Buffer | undefined
      for (let tries = 0; !sheet && tries < 300; tries++) {
        sheet = await admin.bytes(`/exports/${id}`).catch(() => undefined)
        if (!sheet) await pause(100)
      }
      expect(sheet?.subarray(0, 2).toString()).toBe('PK')
    } finally {
      child.kill('SIGKILL')
    }
    fs.rmSync(path.join(place, 'server/db'), { recursive: true })
    const half = spawn(process.execPath, ['dist/server/main.js'], { cwd: place, env })
    expect(await text(half.stderr)).toContain(`L'installazione è incompleta, manca "server/db/migrations/meta/_journal.json"`)
    expect(half.exitCode ?? (await new Promise((done) => half.once('exit', done)))).toBe(1)
  } finally {
    fs.rmSync(place, { recursive: true, force: true })
  }
})
