import { expect, test } from 'vitest'
import { initialsOf } from '../../src/app/Initials.tsx'
import { entryOf, menu, menuFor } from '../../src/app/menu.ts'
import { type PermissionName, permissionNames, type RoleName, roleNames, roles as roleTable } from '../../src/contract/kernel/roles.ts'
import type { Profile } from '../../src/lib/device.ts'
import { routes } from '../../src/routes.ts'
import { documentedFor, isDocumented } from '../e2e/support/documented-menu.ts'

test('an address is under the entry of its list, and the longest of several', () => {
  const named = (path: string) => entryOf(path)?.name
  expect(named('/stazioni')).toBe('Stazioni')
  expect(named('/stazioni/12')).toBe('Stazioni')
  expect(named('/stazioni/banche')).toBe('Banche')
  expect(named('/stazioni/banche/7')).toBe('Banche')
  expect(named('/verifiche/0e3b4a7e-0000-4000-8000-000000000000')).toBe('Compilazioni')
  expect(named('/verifiche/modello/3')).toBe('Modelli')
  expect(named('/utenti/3')).toBe('Utenti')
  expect(named('/utenti/profilo'), 'of everybody').toBeUndefined()
  expect(named('/stazionicine')).toBeUndefined()
  expect(entryOf('/stazioni/banche/7', menu.slice(0, 1)), 'who has no such entry').toBeUndefined()
})

test('every signed-in page is under an entry of the menu, but for those that are everybody’s', () => {
  const signed = routes.children!.flatMap((one) => (one.type === 'layout' && one.id === 'signed' ? (one.children ?? []) : []))
  const paths = signed.flatMap((one) => (one.type === 'route' ? one.path : []))
  expect(paths.length).toBeGreaterThan(15)
  const without = paths.filter((path) => !entryOf(path.replace(/\/$/, '')))
  expect(without).toEqual(['/invii/', '/invii/$id', '/utenti/profilo'])
})

test('those who only read cards, vouchers and GPL have an entry to each page, and those who write have no second one', () => {
  const named = (roles: RoleName[], permissions: PermissionName[] = []) =>
    menuFor({ scope: roles.map((name) => roleTable[name].scope), permissions } as unknown as Profile)
      .filter(({ name }) => ['GPL', 'Tessere', 'Buoni carburante'].includes(name!))
      .flatMap(({ items }) => items.map(({ name }) => name))
  const lists = ['Elenco tessere', 'Elenco clienti tessere', 'Elenco operaz. clienti', 'Elenco buoni']
  expect(named(['accounting_readonly'])).toEqual(['Elenco richieste GPL', 'Corsi GPL', ...lists])
  expect(named([], ['access_accounting_ro'])).toEqual(lists)
  expect(named(['accounting']).some((name) => lists.includes(name))).toBe(false)
})

test('the initials of a name', () => {
  expect(['Anna Amministratrice', 'Anna Maria Rossi', 'Cher', ' èva  élite ', ''].map(initialsOf)).toEqual(['AA', 'AR', 'C', 'ÈÉ', ''])
})

test('the menu has the documented groups and entries of their own, in the documented order', () => {
  const all = menuFor({ scope: roleNames.map((name) => roleTable[name].scope), permissions: [] } as unknown as Profile)
  expect(all.map(({ name, items }) => name ?? items[0]!.name)).toEqual([
    ...['Home', 'Account', 'Tabella dati', 'Punti vendita', 'Documenti', 'Ecommerce Interno', 'Assistenza', 'Verifiche', 'GPL', 'Tessere'],
    ...['Buoni carburante', 'Gestione', 'Aministrazione'],
  ])
})

test('each role, and each permission of somebody without a role, is shown what the documents show, in their order', () => {
  const shown = (roles: RoleName[], permissions: PermissionName[]) =>
    menuFor({ scope: roles.map((name) => roleTable[name].scope), permissions } as unknown as Profile)
      .flatMap(({ items }) => items.map(({ name }) => name))
      .filter(isDocumented)
  for (const own of [...roleNames.map((one) => [[one], []] as const), ...permissionNames.map((one) => [[], [one]] as const)]) {
    const [roles, permissions] = [[...own[0]], [...own[1]]]
    expect(shown(roles, permissions), JSON.stringify(own)).toEqual(documentedFor({ roles, permissions }))
  }
})
