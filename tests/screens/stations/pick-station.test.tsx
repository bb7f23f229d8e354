// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/StartDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { and, eq, isNotNull, notInArray } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { inspectionKey } from '../../../src/features/inspections/local-inspection.ts'
import { prepareOffline, rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { day } from '../../../src/lib/format.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import type { World } from '../../api/support/world.ts'
import { NoWorker } from '../../no-worker.ts'
import { onScreen } from '../support/world.tsx'

vi.stubGlobal('Worker', NoWorker)
const HERE = { latitude: 44.8, longitude: 10.06 }
/** The device's position, or the code of its refusal. */
let place: typeof HERE | 1 | 2 = 1
/** True if the person allowed the position before. */
let granted = false
const geolocation = {
  getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback) {
    if (typeof place === 'number') failed({ code: place, PERMISSION_DENIED: 1 } as GeolocationPositionError)
    else found({ coords: { ...place, accuracy: 10 }, timestamp: Date.now() } as GeolocationPosition)
  },
}
const say = (name: string, value: unknown) => Object.defineProperty(navigator, name, { configurable: true, value })
beforeEach(() => {
  granted = false
  say('geolocation', geolocation)
  say('permissions', { query: async () => ({ state: granted ? 'granted' : 'prompt' }) })
})

/** Two stations stand near `HERE`, all others far away. */
const twoNear = async ({ db }: World) => {
  const planned = db.select({ id: inspections.station_id }).from(inspections).where(eq(inspections.status, 'planned'))
  const [first, second] = await db
    .select()
    .from(stations)
    .where(and(isNotNull(stations.latitude), notInArray(stations.id, planned)))
    .orderBy(stations.code)
    .limit(2)
  await db.update(stations).set({ latitude: 38, longitude: 15 })
  await db
    .update(stations)
    .set({ latitude: 44.8 + 0.0072, longitude: 10.06 })
    .where(eq(stations.id, second!.id))
  await db
    .update(stations)
    .set({ latitude: 44.8 + 0.0378, longitude: 10.06 })
    .where(eq(stations.id, first!.id))
}
const codes = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('button', { name: /^PV\d+ / })
    .map(({ textContent }) => textContent!.slice(0, 5))
const group = (title: string) => screen.getByRole('heading', { name: title }).parentElement!
async function atPicker(user: UserEvent, open: (address: string) => Promise<void>) {
  await open('/verifiche?nuova=avvia')
  await user.click(await screen.findByRole('button', { name: /^Antincendio/ }))
  await screen.findByRole('button', { name: 'I più vicini' })
}

test('the picker shows planned stations with dates, recent ones, and the nearest with distances', () => {
  granted = true
  place = HERE
  return onScreen(
    'ispettore',
    '/utenti/profilo',
    async ({ db, user, open }) => {
      await prepareOffline()
      // Beside the plan of the chosen model one of another, and one that has been begun on this device.
      const model = (await fieldDb().models.toArray()).find(({ name }) => name.startsWith('Antincendio'))!
      const facts = (await fieldDb().facts.get('planned'))!
      const planned = { ...facts.rows![0]!, model_id: model.id }
      const elsewhere = await fieldDb().stations.where('id').notEqual(planned.station.id).limit(2).toArray()
      const others = elsewhere.map((station, at) => ({ ...planned, station, model_id: at ? model.id : -1, client_uuid: `other-${at}` }))
      await fieldDb().facts.put({ ...facts, rows: [planned, ...others] })
      const { id, code, name, city, province } = others[1]!.station
      const data = {
        client_uuid: 'other-1',
        model: { name: model.name },
        station: { id, code, name, city, province },
        answers: {},
        status: 'draft',
      }
      await outbox().saveDraft({ key: inspectionKey('other-1'), data, revision: 0 })
      const [other] = await db
        .select()
        .from(stations)
        .where(
          notInArray(
            stations.id,
            [planned, ...others].map(({ station }) => station.id),
          ),
        )
        .orderBy(stations.id)
        .limit(1)
      await rememberRecent(other!.id)
      await atPicker(user, open)
      await waitFor(() => expect(codes(group('In programma'))).toEqual([planned.station.code]))
      expect(group('In programma').textContent).toContain(`${day(planned.scheduled_at)} · `)
      expect(codes(group('Recenti'))).toEqual([other!.code])
      await screen.findByRole('heading', { name: 'I più vicini' })
      expect(
        within(group('I più vicini'))
          .getAllByText(/ · /)
          .map(({ textContent }) => textContent!.split(' · ')[0]),
      ).toEqual(['800 m', '4,2 km'])
    },
    twoNear,
  )
})

test('"I più vicini" shows the stations or the reason why there are none', () =>
  onScreen(
    'ispettore',
    '/utenti/profilo',
    async ({ user, open }) => {
      await prepareOffline()
      expect(await fieldDb().stations.count()).toBeGreaterThan(2)
      await atPicker(user, open)
      const ask = () => user.click(screen.getByRole('button', { name: 'I più vicini' }))
      place = 1
      await ask()
      await screen.findByText('La posizione non è consentita: abilitarla nelle impostazioni del browser.')
      place = 2
      await ask()
      await screen.findByText('Posizione non disponibile: riprovare all’aperto.')
      place = { latitude: 0, longitude: 0 }
      await ask()
      await screen.findByText('Nessun punto vendita entro 30 km da qui: cercarlo per nome, città o codice.')
      say('geolocation', undefined)
      await ask()
      await screen.findByText('Questo dispositivo non fornisce la posizione.')
      expect(screen.queryByRole('heading', { name: 'I più vicini' })).toBeNull()
      say('geolocation', geolocation)
      place = HERE
      await ask()
      await screen.findByRole('heading', { name: 'I più vicini' })
      expect(codes(group('I più vicini'))).toHaveLength(2)
      expect(screen.queryByText('Questo dispositivo non fornisce la posizione.')).toBeNull()
    },
    twoNear,
  ))
