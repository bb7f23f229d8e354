import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'virtual:pwa-register': new URL('tests/no-worker.ts', import.meta.url).pathname } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `client.test.ts` gives it another compiler.
    server: { deps: { inline: ['openapi-typescript'] } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
