// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/inspections/Compile.tsx'
import '../../../src/features/inspections/inputs/PlaceInputs.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { session } from '../../../src/lib/session.ts'
import { BAD, completed, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { answersOf, begunWith, engineOf, forTheField, sent } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'

vi.stubGlobal('Worker', NoWorker)
afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'))
const HERE = { latitude: 45.4642, longitude: 9.19, accuracy: 12 }
/** A device that says where it is, or why not. */
const locates = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
const DENIED = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError

test('where one is: a device that may not say it says why, and the place that was read arrives', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { uuid, card } = await begunWith(world, 'DOVE', [{ key: 'q_gps', type: 'gps', label: 'Posizione', required: false }])
    const gps = await card('Posizione')
    await world.user.click(await gps.findByRole('button', { name: 'Rileva posizione' }))
    expect((await gps.findByRole('alert')).textContent).toBe('Questo dispositivo non fornisce la posizione.')
    locates((_, failed) => failed?.(DENIED))
    await world.user.click(gps.getByRole('button', { name: 'Rileva posizione' }))
    await gps.findByText('La posizione non è consentita: abilitarla nelle impostazioni del browser.')
    const found: PositionCallback[] = []
    locates((done) => void found.push(done))
    await world.user.dblClick(gps.getByRole('button', { name: 'Rileva posizione' }))
    // Once is enough, however often one taps.
    expect(found).toHaveLength(1)
    found[0]!({ coords: HERE, timestamp: Date.UTC(2026, 2, 1) } as GeolocationPosition)
    await gps.findByRole('button', { name: 'Rileva di nuovo' })
    expect(gps.queryByRole('alert')).toBeNull()
    const place = { lat: HERE.latitude, lon: HERE.longitude, acc: HERE.accuracy, at: '2026-03-01T00:00:00.000Z' }
    await waitFor(async () => expect((await answersOf(uuid)).q_gps?.v).toEqual(place))
    expect((await sent(world, uuid)).answers.q_gps.v).toEqual(place)
  }))

test('a piece of equipment is chosen among those of the station, by keyboard, and can be taken back', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const { uuid, card } = await begunWith(world, 'QUALE', [
      { key: 'q_quale', type: 'equipment', label: 'Quale cisterna', source: 'tanks', required: false },
    ])
    const tanks = (await loadLocal(uuid))!.local.context.equipment.tanks!
    expect(tanks.length).toBeGreaterThan(1)
    const input = await (await card('Quale cisterna')).findByRole('combobox', { name: 'Quale cisterna' })
    await user.click(input)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    const second = { type: 'tanks', id: tanks[1]!.id, label: tanks[1]!.label }
    await waitFor(async () => expect((await answersOf(uuid)).q_quale?.v).toEqual(second))
    expect((await sent(world, uuid)).answers.q_quale.v).toEqual(second)
    await world.open(`/verifiche/${uuid}`)
    const again = await (await card('Quale cisterna')).findByRole<HTMLInputElement>('combobox', { name: 'Quale cisterna' })
    expect(again.value).toBe(second.label)
    await user.click(again.closest('.mantine-Select-wrapper')!.querySelector('button')!)
    await waitFor(async () => expect((await answersOf(uuid)).q_quale?.v ?? null).toBeNull())
  }))

test('what an earlier verifica left open is answered first; what was mended is verified, in whose name and with which words', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const ivan = await world.as('ispettore')
    const kept = await forTheField(await makeModel(await world.as('admin'), 'RICONTROLLO'))
    const { id } = await completed(ivan, kept.model.id, kept.station.id, BAD)
    await rememberRecent(kept.station.id)
    const uuid = await startInspection(kept.model, kept.station, null)
    await world.open(`/verifiche/${uuid}`)
    await screen.findByRole('heading', { name: 'Non conformità aperte' })
    const lacking = async (count: number) => {
      await world.open(`/verifiche/${uuid}?view=summary`)
      await screen.findByRole('heading', { name: `Da completare (${count})` })
    }
    await lacking(3)
    await world.open(`/verifiche/${uuid}?at=0`)
    const left = within(await screen.findByRole('article', { name: 'Domanda q_bad' }))
    await world.user.click(left.getByRole('radio', { name: 'No' }))
    left.getByText('Risolta?')
    expect(left.queryByRole('radio', { name: 'Lieve' }), 'a gravity is raised, never lowered').toBeNull()
    await world.user.click(left.getByRole('radio', { name: 'Critica' }))
    await waitFor(async () =>
      expect(Object.values(await answersOf(uuid))).toContainEqual(expect.objectContaining({ nc: { severity: 'critica' } })),
    )
    await world.user.click(left.getByRole('button', { name: 'Azzera' }))
    expect(left.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
    await world.user.click(left.getByRole('radio', { name: 'Sì' }))
    fireEvent.change(left.getByRole('textbox', { name: /^Nota/ }), { target: { value: 'Estintore liberato' } })
    await waitFor(async () =>
      expect(Object.values(await answersOf(uuid))).toContainEqual(expect.objectContaining({ v: 'si', note: 'Estintore liberato' })),
    )
    await lacking(2)
    await world.open('/utenti/profilo')
    const editor = (await openLocalEditor(uuid))!
    for (const [key, answer] of Object.entries({ q_ok: { v: 'si' }, q_bad: { v: 'si' } })) editor.answer(key, answer)
    await editor.complete()
    editor.close()
    await engineOf(session.get().user!.id).wake('user')
    const rows = await world.db.select().from(non_conformities).where(eq(non_conformities.inspection_id, id))
    expect(rows).toMatchObject([{ status: 'verified', resolution_note: 'Estintore liberato', resolved_by: ivan.user_id }])
  }))
