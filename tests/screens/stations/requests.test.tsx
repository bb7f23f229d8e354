// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/tabs/Changes.tsx'
import '../../../src/features/stations/tabs/Contacts.tsx'
import '../../../src/features/equipment/tabs/Equipment.tsx'
import '../../../src/features/stations/tabs/Files.tsx'
import '../../../src/features/stations/tabs/Fuels.tsx'
import '../../../src/features/stations/tabs/General.tsx'
import '../../../src/features/equipment/tabs/Plant.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import { onScreen, type Screen } from '../support/world.tsx'

/** Requests made since then, without the base path. */
const since = ({ network }: Screen, from: number) => network.asked.slice(from).map((one) => one.replace('/api/v1', ''))

test("a station's page needs at most three requests, and a tab is requested when it opens", () =>
  onScreen('admin', '/stazioni/banche', async (world) => {
    const { id } = await makeStation(world.db, { code: 'ZZ1' })
    await screen.findByRole('heading', { level: 1, name: /^Banche/ })
    const from = world.network.asked.length
    await world.open(`/stazioni/${id}`)
    await screen.findByRole('heading', { level: 2, name: 'Anagrafica' })
    await screen.findByRole('button', { name: 'Aggiungi copertina' })
    const first = since(world, from)
    expect(first).toContain(`GET /stations/${id}`)
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(3)

    for (const [tab, call] of [
      ['File', `GET /stations/${id}/files`],
      ['Storico', 'GET /models/history?'],
      ['Attrezzature', `GET /station/dispensers/${id}`],
    ] as const) {
      const before = since(world, from)
      expect(
        before.some((one) => one.startsWith(call)),
        `${tab} before it is opened`,
      ).toBe(false)
      const at = world.network.asked.length
      await world.user.click(screen.getByRole('tab', { name: tab }))
      await waitFor(() =>
        expect(
          since(world, at).some((one) => one.startsWith(call)),
          tab,
        ).toBe(true),
      )
      expect(
        since(world, at).every((one) => !one.startsWith(`GET /stations/${id}?`) && one !== `GET /stations/${id}`),
        'the station is not asked again',
      ).toBe(true)
    }
  }))
