import { defineConfig } from '@playwright/test'
import { chromium, chromiumArgs } from './tests/e2e/support/machine.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The whole product in a real browser: `npx playwright test`, or as part of `npm test`. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    // What never comes is told by its own name, long before the test's end.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    baseURL: process.env.E2E_ORIGIN,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    permissions: ['geolocation'],
    geolocation: { latitude: 44.8, longitude: 10.06 },
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArgs, ...(chromium && { executablePath: chromium }) },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: ['**/desktop/**', '**/e2e/faults/**'],
      use: phone,
    },
    { name: 'desktop', testIgnore: ['**/phone/**', '**/e2e/faults/**'], use: { viewport: { width: 1440, height: 900 } } },
    { name: 'faults', testMatch: '**/e2e/faults/*.spec.ts', use: phone, timeout: 600_000 },
  ],
})
