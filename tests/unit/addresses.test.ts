import fs from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'

const ofLayout = (wanted: string) =>
  routes.children!.flatMap((one) =>
    one.type === 'layout' && one.id === wanted ? (one.children ?? []).flatMap((page) => (page.type === 'route' ? [page.path] : [])) : [],
  )

test('visitors have the pages to sign in, to choose a password and to register, the notice and the rating; every other page wants a sign-in', () => {
  expect(ofLayout('guest')).toEqual(['/login', '/paghe-login', '/auth/forgot-password', '/auth/reset-password', '/auth/register'])
  expect(ofLayout('default')).toEqual(['/privacy', '/valutazione/$token'])
  expect(routes.children!.flatMap((one) => (one.type === 'layout' ? [one.id] : one.type))).toEqual(['index', 'guest', 'default', 'signed'])
})

test('each documented address is a page, and one whose id may be left out is a page without it too', () => {
  const documented = fs
    .readFileSync('docs/spec/coverage/routes.tsv', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0]!)
    .filter((address) => address && address !== '/')
  expect(documented).toHaveLength(56)
  const pages = [...ofLayout('guest'), ...ofLayout('signed')].map((path) => path.replace(/(?<=.)\/$/, ''))
  const optional = (address: string) => address.replace(/\{(\w+)\??\}/g, '{-$$$1}')
  const fixed = (address: string) => address.replace(/\{(\w+)\}/g, '$$$1').replace(/\{(\w+)\?\}/g, '{-$$$1}')
  const left = documented.filter((address) => {
    const open = fixed(address)
    const bare = `${address}/{-$id}`
    return ![open, optional(address), bare].some((one) => pages.includes(one))
  })
  expect(left).toEqual([])
  for (const address of documented.filter((one) => one.includes('?}'))) expect(pages, address).toContain(fixed(address))
})
