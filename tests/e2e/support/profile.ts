import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page, test } from '@playwright/test'
import { wholeBrowser } from './machine.ts'

/** A browser with a disk of its own, which outlives its process. */
export interface Profile {
  context: BrowserContext
  page: Page
  /** SIGKILL to the browser with all its processes: nothing is flushed, nobody is told. */
  kill(): Promise<void>
}
/** Opens the profile kept in `folder`, in the manner of the running project. */
export async function openProfile(folder: string): Promise<Profile> {
  const { launchOptions, locale, timezoneId, permissions, geolocation, viewport, hasTouch, isMobile } = test.info().project.use
  const context = await chromium.launchPersistentContext(folder, {
    ...{ ...launchOptions, ...wholeBrowser },
    locale,
    timezoneId,
    permissions,
    geolocation,
    viewport,
    hasTouch,
    isMobile,
  })
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      // The lock of a profile is a link that names its process: `host-1234`.
      const pid = Number(fs.readlinkSync(path.join(folder, 'SingletonLock')).split('-').at(-1))
      const gone = new Promise<void>((resolve) => context.once('close', () => resolve()))
      process.kill(-pid, 'SIGKILL')
      await gone
    },
  }
}
