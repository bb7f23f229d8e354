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
/** By name, screens of a tab of a station's equipment: what follows its address. */
export const equipmentTab =
  (tab: string, screens: Readonly<Record<string, string>>) =>
  async (api: Api): Promise<Screen[]> => {
    const [{ id }] = (await api.get('/stations')).data
    return Object.entries(screens).map(([name, rest]) => ({ name, path: `/stazioni/${id}?scheda=attrezzature&parte=${tab}${rest}` }))
  }
