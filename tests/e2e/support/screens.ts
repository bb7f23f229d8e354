import fs from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { resources } from '../../resources/registry.ts'
import type { Screen } from '../../resources/screens.ts'
import type { Api } from './api.ts'

const guest = ['/login', '/paghe-login', '/auth/forgot-password', '/auth/reset-password', '/auth/register', '/privacy']
/** The addresses of the app, from the part of the generated file that lists them all. */
const [, listed = ''] = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(fs.readFileSync('src/route-tree.gen.ts', 'utf8'))!
const map = [...listed.matchAll(/'(\/.*?)\/?'/g)].map(([, path]) => path!)

export const guestScreens: Screen[] = [
  ...guest.map((path) => ({ name: path, path })),
  { name: 'new password', path: `/auth/reset-password?token=${'a'.repeat(43)}` },
  {
    name: 'login refused',
    path: '/login',
    act: async (page) => {
      await page.getByRole('button', { name: 'Accedi' }).click()
      await expect(page.getByText('Il campo Email è obbligatorio.')).toBeVisible()
    },
  },
  { name: 'forged rating', path: `/valutazione/${'a'.repeat(43)}?voto=5` },
  { name: 'not found', path: '/pagina-che-non-esiste' },
]
/** Screens that belong to no resource. */
const ofNoResource: Screen[] = [
  { name: 'conflict that is gone', path: '/invii/00000000-0000-4000-8000-000000000000' },
  { name: 'not found, signed in', path: '/pagina-che-non-esiste' },
]
/** Whether an address is one of a route with parameters, `/stazioni/banche/{-$id}` or `/invii/$id`. */
function leadsTo(route: string, { path }: Screen): boolean {
  const pattern = route.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path.split('?')[0]!)
}

/** Every screen of a signed-in person: the addresses without parameters, and what the resources add in `tests/resources`. */
export async function signedScreens(api: Api): Promise<Screen[]> {
  const more = [...ofNoResource]
  for (const { screens = [] } of resources) more.push(...(typeof screens === 'function' ? await screens(api) : screens))
  const alone = map.filter((path) => path !== '/' && !guest.includes(path) && !path.includes('$'))
  const unknown = map
    .filter((path) => path.includes('$') && !path.startsWith('/valutazione'))
    .filter((route) => !more.some((screen) => leadsTo(route, screen)))
  expect(unknown, 'routes with parameters that no file of tests/resources has among its screens').toEqual([])
  return [...alone.map((path) => ({ name: path, path })), ...more]
}
/** Waits until a page shows its heading and has nothing more to load. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible, [aria-label=Caricamento]:visible')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
