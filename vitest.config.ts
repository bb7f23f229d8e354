import fs from 'node:fs'
import { defineConfig } from 'vitest/config'
import { FIRED_IN, reporting } from './tests/fired/handlers.ts'
import { plantPlugin } from './tests/plants/plugin.ts'

const resolve = { alias: { 'virtual:pwa-register': new URL('tests/no-worker.ts', import.meta.url).pathname } }
const root = new URL('.', import.meta.url).pathname
/** Each handler of a screen reports when a test fires it. */
const fired = {
  name: 'fired',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = id.split('?')[0]!.replace(root, '')
    return FIRED_IN.test(file) ? { code: reporting(file, code), map: null } : undefined
  },
}
const plugins = [plantPlugin(root), fired]
const shared = {
  setupFiles: ['tests/setup.ts', 'tests/fired/record.ts'],
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

/** The other engines have a run of their own, which names one. */
const elsewhere = process.env.ENGINE ? [] : ['tests/engines/**']

export default defineConfig({
  resolve,
  plugins,
  test: {
    ...shared,
    // What a screen test writes is read before it is kept.
    update: 'none',
    maxWorkers: 2,
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      ...Object.entries(together).map(([name, include]) => ({
        resolve,
        plugins,
        test: { ...shared, name, include, isolate: false, setupFiles: [...shared.setupFiles, 'tests/as-new.ts'] },
      })),
      {
        resolve,
        plugins,
        test: {
          ...shared,
          name: 'alone',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...Object.values(together).flat(), ...elsewhere],
        },
      },
    ],
  },
})
