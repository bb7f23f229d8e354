// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { StationAccess } from '../../../src/features/stations/StationAccess.tsx'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onPage, type Screen } from '../support/world.tsx'

let id = 0
const seeded = async ({ db, as }: World) => {
  const [rete, stazione] = [await as('rete'), await as('stazione')]
  id = (await makeStation(db, { code: 'ZZ1', area_manager_id: rete.user_id })).id
  await db.insert(station_acl).values({ station_id: id, user_id: stazione.user_id, level: 'read' })
}
const show = (test: (world: Screen) => Promise<void>, prepare = seeded) => onPage('admin', () => <StationAccess id={id} />, test, prepare)
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const named = async (name: string) => (await part(name)).queryAllByRole('link').map(({ textContent }) => textContent)
const give = async ({ user }: Screen, typed: string) => {
  await user.type(screen.getByRole('combobox', { name: 'Dai accesso a' }), typed)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${typed}`, 'i') }))
}
const level = async ({ user }: Screen, name: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: `Accesso di ${name}` }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const told = () => screen.getByText('Che cosa cambia').closest('[role="alert"]')!.querySelectorAll('li')
const sentences = () => [...told()].map(({ textContent }) => textContent)

test('the page shows who sees a station and why, and the effect of a change before saving; nothing else is written', () =>
  show(async (world) => {
    const { user, db } = world
    expect(await named('Assegnato a')).toEqual(['Sergio Stazione'])
    const byRole = await part('Lo vedono per ruolo')
    byRole.getByText(/^Responsabile di rete · È responsabile di zona$/)
    expect(byRole.getAllByText(/Vede tutti i punti vendita$/).length).toBeGreaterThan(5)
    expect(screen.queryByText('Che cosa cambia')).toBeNull()

    await level(world, 'Sergio Stazione', 'Scrittura')
    await give(world, 'Luca Letturarete')
    await waitFor(() => expect(sentences()).toHaveLength(2))
    expect(sentences()).toEqual([
      'Sergio Stazione potrà modificare questo punto vendita.',
      'Luca Letturarete vedrà questo punto vendita, senza modificarlo.',
    ])
    expect(document.activeElement, 'ready for the next').toBe(screen.getByRole('combobox', { name: 'Dai accesso a' }))
    await give(world, 'Carlo Conti')
    await give(world, 'Daria Dipendente')
    await level(world, 'Sergio Stazione', 'Nessun accesso')
    expect(sentences()).toEqual([
      'Sergio Stazione non vedrà più questo punto vendita.',
      'Luca Letturarete vedrà questo punto vendita, senza modificarlo.',
      'Per Carlo Conti non cambia nulla: vede tutti i punti vendita, è in questo elenco.',
      'Daria Dipendente non vedrà questo punto vendita: non ha un ruolo che apra i punti vendita.',
    ])
    await level(world, 'Daria Dipendente', 'Nessun accesso')
    await level(world, 'Carlo Conti', 'Nessun accesso')
    expect(sentences()).toHaveLength(2)
    expect(await db.$count(station_acl, eq(station_acl.station_id, id))).toBe(1)

    await user.click(screen.getByRole('button', { name: 'Salva accessi' }))
    await screen.findByText('Permessi creati')
    await waitFor(async () => expect(await named('Assegnato a')).toEqual(['Luca Letturarete']))
    const stored = await db
      .select({ name: users.name, level: station_acl.level })
      .from(station_acl)
      .innerJoin(users, eq(users.id, station_acl.user_id))
      .where(eq(station_acl.station_id, id))
    expect(stored).toEqual([{ name: 'Luca Letturarete', level: 'read' }])
    expect(screen.queryByText('Che cosa cambia')).toBeNull()
  }))

test('people are found by name, role or reason; a concurrent change is reported and the selection stays', () =>
  show(async (world) => {
    const { user, db, as } = world
    await part('Assegnato a')
    const box = screen.getByRole('searchbox', { name: 'Cerca tra chi vede il punto vendita' })
    await user.type(box, 'zona')
    expect([await named('Assegnato a'), await named('Lo vedono per ruolo')]).toEqual([[], ['Renata Rete']])
    await user.clear(box)
    await level(world, 'Sergio Stazione', 'Scrittura')
    const admin = await as('admin')
    const [gestore] = await db.select().from(users).where(eq(users.email, 'gestore@demo.example.it'))
    await admin.post('/station-acl', { station_id: id, users: [{ user_id: gestore!.id }] })
    await user.click(screen.getByRole('button', { name: 'Salva accessi' }))
    await screen.findByText('Il record è stato modificato da un altro utente. Ricarica la pagina.')
    await waitFor(async () => expect(await named('Assegnato a')).toContain(gestore!.name))
    expect(sentences()).toEqual(['Sergio Stazione vedrà questo punto vendita e potrà modificarlo.'])
    await user.click(screen.getByRole('button', { name: 'Salva accessi' }))
    await screen.findByText('Permessi creati')
    expect(await db.$count(station_acl, eq(station_acl.station_id, id))).toBe(2)
  }))

test('of many people the first twenty are shown, and the others once they are asked for', () =>
  show(
    async ({ user }) => {
      const all = ((await screen.findByRole('heading', { name: /^Lo vedono per ruolo/ })).textContent!.match(/\d+/) ?? []).map(Number)[0]!
      expect(all).toBeGreaterThan(25)
      const first = await named('Lo vedono per ruolo')
      expect(first).toHaveLength(20)
      await user.click(screen.getByRole('button', { name: `Mostra tutti (${all})` }))
      const shown = await named('Lo vedono per ruolo')
      expect(shown).toHaveLength(all)
      expect(shown.slice(0, 20)).toEqual(first)
      expect(shown).toContain('Zita Zappa 25')
      expect(screen.queryByRole('button', { name: /^Mostra tutti/ })).toBeNull()
    },
    async (world) => {
      await seeded(world)
      const person = (at: number) => ({
        name: `Zita Zappa ${at}`,
        email: `zita${at}@example.it`,
        roles: ['station' as const],
        all_stations: true,
      })
      await world.db.insert(users).values(Array.from({ length: 25 }, (_, at) => person(at + 1)))
    },
  ))
