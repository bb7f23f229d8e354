// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { forTheField } from '../support/device.ts'
import { patient } from '../support/patient.ts'
import { gone, press, write } from '../support/steps.ts'
import { onScreen } from '../support/world.tsx'

patient()
vi.stubGlobal('Worker', NoWorker)

test('a verifica is begun with a model, another model, and the station that was found by its code', () =>
  onScreen('ispettore', '/verifiche', async (world) => {
    const { user } = world
    const { station } = await forTheField(await makeModel(await world.as('admin'), 'AVVIO', { name: 'Modello di prova' }))
    await rememberRecent(station.id)
    const recent = new RegExp(`^${station.code} ${station.name}`)
    await press(world, 'Nuova verifica')
    await user.click(await screen.findByRole('button', { name: /^Modello di prova/ }))
    await screen.findByRole('dialog', { name: 'Modello di prova: punto vendita' })
    await press(world, 'Cambia modello')
    await screen.findByRole('dialog', { name: 'Nuova verifica: modello' })
    await user.click(await screen.findByRole('button', { name: /^Modello di prova/ }))
    await write(world, 'Punto vendita', 'zzzz')
    await waitFor(() => expect(screen.queryByRole('button', { name: recent })).toBeNull())
    await user.clear(screen.getByRole('textbox', { name: 'Punto vendita' }))
    await user.click(await screen.findByRole('button', { name: recent }))
    await waitFor(() => expect(world.address()).toMatch(/^\/verifiche\/[\da-f-]{36}/))
    await screen.findByText(new RegExp(station.code))
  }))

test('a station is fixed on the device where that is looked at, and its reports are looked at and left', () =>
  onScreen('ispettore', '/verifiche', async (world) => {
    const { user } = world
    await forTheField(await makeModel(await world.as('admin'), 'FISSA'))
    // None is planned there.
    const station = (await fieldDb().stations.get(5))!
    await rememberRecent(station.id)
    await press(world, 'Dati sul dispositivo')
    const dialog = within(await screen.findByRole('dialog', { name: 'Dati sul dispositivo' }))
    await user.click(dialog.getByRole('button', { name: 'Fissa un punto vendita' }))
    await user.click(await dialog.findByRole('button', { name: new RegExp(`^${station.code} ${station.name}`) }))
    await dialog.findByRole('button', { name: `Togli ${station.code}` }, { timeout: 5_000 })
    await user.click(dialog.getByRole('button', { name: `Verbali ${station.code}` }))
    await screen.findByRole('dialog', { name: `Ultimi verbali di ${station.code}` })
    await user.keyboard('{Escape}')
    await gone(`Ultimi verbali di ${station.code}`)
    await user.click(dialog.getByRole('button', { name: 'Aggiorna dati offline' }))
    await waitFor(() => expect(world.network.asked.some((one) => one.includes('/inspection/offline/'))).toBe(true))
    await user.keyboard('{Escape}')
    await gone()
    expect(world.network.writes).toEqual([])
  }))
