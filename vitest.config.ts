import fs from 'node:fs'
import { defineConfig } from 'vitest/config'

const resolve = { alias: { 'virtual:pwa-register': new URL('tests/no-worker.ts', import.meta.url).pathname } }
const shared = {
  setupFiles: ['tests/setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // `client.test.ts` gives it another compiler.
  server: { deps: { inline: ['openapi-typescript'] } },
  pool: 'forks' as const,
  maxWorkers: 2,
}
/**
 * Tests of the API share a process and its database: each leaves both as they were, and to begin anew costs more than most of them do. Those that put something in
 * the place of a module (`vi.mock`), or ask what their process has done so far (`@alone`), have one of their own.
 */
const api = fs
  .readdirSync(new URL('tests/api', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/api/${name}`)
const alone = api.filter((file) => /vi\.mock\(|@alone/.test(fs.readFileSync(new URL(file, import.meta.url), 'utf8')))

export default defineConfig({
  resolve,
  test: {
    ...shared,
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      { resolve, test: { ...shared, name: 'api', include: api.filter((file) => !alone.includes(file)), isolate: false } },
      {
        resolve,
        test: { ...shared, name: 'alone', include: ['tests/**/*.test.{ts,tsx}'], exclude: api.filter((file) => !alone.includes(file)) },
      },
    ],
  },
})
