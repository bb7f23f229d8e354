import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import { makeCash, makeManagement, terms } from '../../api/support/management-fixtures.ts'
import { onScreen, type Screen } from './world.tsx'

interface Made {
  id: number
  manager_id: number
  station_id: number
}
/** Mario Rossi at ZZ1, from 1 January 2026 to 1 January 2032, on the page of his management; `more`: further fields of the contract. */
export const atManagement = (test: (world: Screen, made: Made) => Promise<void>, tab = '', more = {}) =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
    const admin = await world.as('admin')
    const { management, manager } = await makeManagement(admin, station.id, more)
    await makeCash(admin, management.id)
    const pay = await admin.post('/management-remuneration', { management_id: management.id, valid_from: '2026-01-01', ...terms })
    expect([pay.status, pay.body.error]).toEqual([201, undefined])
    await world.open(`/stazioni/manager?gestione=${management.id}${tab && `&scheda=${tab}`}`)
    await screen.findByRole('heading', { level: 1, name: /ZZ1 Prova – / })
    await test(world, { id: management.id, manager_id: manager.id, station_id: station.id })
  })
