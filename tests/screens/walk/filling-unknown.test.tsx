// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField } from '../support/device.ts'
import { patient } from '../support/patient.ts'
import { gone, press, write } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

patient()
vi.stubGlobal('Worker', NoWorker)
Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })

async function begun(world: Screen, code: string, repeat: object) {
  const questions = [{ key: 'q_pulito', label: 'È pulito?', type: 'yes_no' }]
  const model = await makeModel(await world.as('admin'), code, { categories: [{ key: 'c_er', name: 'Erogatori', repeat, questions }] })
  const kept = await forTheField(model)
  world.network.down = true
  const uuid = await startInspection(kept.model, kept.station, null)
  await world.open(`/verifiche/${uuid}`)
  await screen.findByRole('heading', { level: 2, name: /^Erogatori/ })
  return uuid
}

test('equipment that is not known on the device is written by hand, found by its code and taken away', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const uuid = await begun(world, 'IGNOTI', { source: 'dispensers', label: 'Erogatore' })
    const rows = async () => (await loadLocal(uuid))!.local.context.equipment.dispensers ?? []
    await screen.findByText('Erogatori non noti su questo dispositivo')
    await write(world, 'Tipo', 'Multiprodotto')
    await write(world, 'Matricola o numero', 'AX-1')
    await write(world, 'Dove si trova', 'Isola 1')
    await press(world, 'Aggiungi erogatore')
    await waitFor(async () => expect(await rows()).toMatchObject([{ number: 'AX-1', label: 'Multiprodotto · Isola 1 · matr. AX-1' }]))
    const side = within(await screen.findByRole('navigation', { name: 'Sezioni' }))
    const section = () => world.user.click(side.getByRole('button', { name: /^Erogatori/ }))
    await section()
    await screen.findByRole('article', { name: 'È pulito?' })
    const ask = async (code?: string) => {
      await press(world, 'Trova con la fotocamera')
      await screen.findByRole('dialog', { name: 'Trova l’attrezzatura' })
      if (code === undefined) await world.user.keyboard('{Escape}')
      else await write(world, 'Codice scritto a mano', `${code}{Enter}`)
    }
    await ask()
    await gone('Trova l’attrezzatura')
    await ask('AX-9')
    await screen.findByText('Nessuna attrezzatura di questa verifica ha il numero o il codice «AX-9».')
    await write(world, 'Codice scritto a mano', 'AX-1{Enter}')
    await gone('Trova l’attrezzatura')
    await screen.findByRole('heading', { level: 2, name: /Isola 1/ })
    const taken = () => screen.queryByRole('button', { name: /^Togli .*AX-1/ })
    for (let at = 0; at < 3 && !taken(); at += 1)
      await world.user.click(screen.queryByRole('button', { name: 'Avanti' }) ?? screen.getByRole('button', { name: 'Indietro' }))
    await press(world, /^Togli .*AX-1/)
    await waitFor(async () => expect(await rows()).toEqual([]))
  }))

test('a section that is repeated freely gets one part more', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    await begun(world, 'LIBERI', { source: 'free', label: 'Vano' })
    await press(world, 'Aggiungi vano')
    await screen.findByRole('article', { name: 'È pulito?' })
  }))
