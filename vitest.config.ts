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
}
/**
 * Tests of the API, those of the screens and those of their parts share a process, its database and its window: each file leaves them as they were (`as-new.ts`), and to begin anew costs more
 * than most of them do. Those that put something in the place of a module, or ask what their process has done so far (`@alone`), have one of their own.
 */
const sharing = (folder: string, ending: string) =>
  fs
    .readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !/vi\.(mock|resetModules)\(|@alone/.test(fs.readFileSync(new URL(file, import.meta.url), 'utf8')))
const together = {
  api: sharing('tests/api', '.test.ts'),
  screens: sharing('tests/screens', '.test.tsx'),
  parts: sharing('tests/unit', '.test.tsx'),
}

export default defineConfig({
  resolve,
  test: {
    ...shared,
    maxWorkers: 2,
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      ...Object.entries(together).map(([name, include]) => ({
        resolve,
        test: { ...shared, name, include, isolate: false, setupFiles: [...shared.setupFiles, 'tests/as-new.ts'] },
      })),
      { resolve, test: { ...shared, name: 'alone', include: ['tests/**/*.test.{ts,tsx}'], exclude: Object.values(together).flat() } },
    ],
  },
})
