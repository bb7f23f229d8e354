// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/equipment/tanks/StationTanks.tsx'
import '../../../src/features/equipment/tanks/StoredTankList.tsx'
import '../../../src/features/equipment/tanks/PrepareTanks.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { tankDb } from '../../../src/features/equipment/tanks/tank-store.ts'
import { onScreen } from '../support/world.tsx'

test('the tanks of a station show station and authors; a reader is offered no change', async () => {
  await onScreen(
    'lettura.rete',
    '/stazioni/cisterne/1',
    async () => {
      await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV001 / })
      // A maintenance without a known author does not belong to the reader.
      await screen.findAllByText(/^Autore non noto · /)
      expect(screen.queryByText(/^Luca/)).toBeNull()
      for (const name of ['Nuovo intervento', 'Modifica', 'Elimina']) expect(screen.queryByRole('button', { name })).toBeNull()
    },
    async ({ db }) => void (await db.update(tank_maintenances).set({ created_by: null })),
  )
  await onScreen('admin', '/stazioni/cisterne/1', async () => {
    expect((await screen.findAllByRole('button', { name: 'Nuovo intervento' })).length).toBeGreaterThan(0)
    expect((await screen.findAllByRole('button', { name: 'Modifica' })).length).toBeGreaterThan(0)
  })
})

test('a manager reaches the tanks of the own station from menu and dashboard, and may record an intervention there', () =>
  onScreen('gestore', '/dashboard', async ({ user }) => {
    await screen.findByRole('link', { name: 'Nuovo intervento' })
    await user.click((await screen.findAllByRole('link', { name: 'Cisterne' }))[0]!)
    await screen.findByRole('heading', { level: 1, name: /^Cisterne/ })
    await screen.findByRole('button', { name: 'Prepara per offline' })
    const [first] = await screen.findAllByRole('link', { name: /^PV\d+ / })
    await user.click(first!)
    await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV/ })
    const [add] = await screen.findAllByRole('button', { name: 'Nuovo intervento' })
    await user.click(add!)
    const kind = await screen.findByRole('combobox', { name: /^Tipo/ })
    expect(document.activeElement, 'the focus is in the form').toBe(kind)
  }))

test('prepared tanks are stored on the device with their age, and are all that is shown offline', () =>
  onScreen('admin', '/stazioni/cisterne', async (world) => {
    const { network, user, reload } = world
    await user.click(await screen.findByRole('button', { name: 'Prepara per offline' }))
    await screen.findByText(/^Cisterne di 8 punti vendita pronte per lavorare offline\.$/)
    expect(await tankDb()!.stations.count()).toBe(8)
    await screen.findByText(/^8 P\.V\. pronti, /)
    // The data are in the database, which survives a killed browser.
    expect(JSON.stringify({ ...localStorage })).not.toContain('tanks.list')
    network.down = true
    await reload('/stazioni/cisterne')
    const here = within(await screen.findByRole('region', { name: 'Pronte su questo dispositivo' }))
    await user.click(await here.findByRole('link', { name: /^PV001 / }))
    await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV001 / })
    await screen.findByText(/^Non in linea: quello che vedi è del /)
    expect((await screen.findAllByRole('button', { name: 'Nuovo intervento' })).length).toBeGreaterThan(0)
    // The next preparation removes data that the person may no longer see.
    network.down = false
    await tankDb()!.stations.put({ station_id: 999, place: 'ZZ999 Altrui', at: new Date().toISOString(), tanks: [], maintenances: [] })
    await reload('/stazioni/cisterne')
    await user.click(await screen.findByRole('button', { name: 'Prepara per offline' }))
    await waitFor(async () => expect(await tankDb()!.stations.get(999)).toBeUndefined())
  }))
