import type { Page } from '@playwright/test'
import type { Api } from '../e2e/support/api.ts'

/** A screen as the browser visits it: an address, and what is done there before it is looked at. */
export interface Screen {
  name: string
  path: string
  act?: (page: Page) => Promise<unknown>
}
export type Screens = readonly Screen[] | ((api: Api) => Promise<readonly Screen[]>)

export const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
