// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/prices/competitors/CompareDialog.tsx'
import '../../../src/features/prices/competitors/CompetitorDialog.tsx'
import '../../../src/features/prices/competitors/NeighboursDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mimit_means, mimit_prices, mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { NAME, unharmed } from '../support/hostile.ts'
import { onScreen } from '../support/world.tsx'

test('hostile text from the registry is shown as text in the neighbours, the list, the comparison and the form', () =>
  onScreen('admin', '/stazioni', async ({ open, db, user }) => {
    const place = { latitude: 44.87, longitude: 10.06 }
    const { id } = await makeStation(db, { code: 'ZX1', ...place })
    const written = { name: NAME, brand: NAME, city: NAME, address: `${NAME} 43036`, province: 'PR', kind: 'Stradale', search_text: 'img' }
    await db.insert(mimit_stations).values({ id: 990_001, ...written, ...place })
    const price = { fuel_id: 1, price: 1.769 }
    await db.insert(mimit_prices).values({ station_id: 990_001, self: true, dt: '2026-04-20T06:00:00Z', fuel_raw: NAME, ...price })
    await db.insert(prices).values({ station_id: id, mode: 'self', valid_from: '2026-01-01T00:00:00Z', ...price })
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    await db.insert(mimit_means).values({ area: 'PR', mode: 'self', day, stations: 1, ...price })
    await open(`/competitors?station_id=${id}`)
    await user.click(await screen.findByRole('button', { name: 'Importa i vicini' }))
    const near = within(await screen.findByRole('dialog', { name: 'Importa i vicini' }))
    expect((await near.findByRole('checkbox')).closest('li')!.textContent).toContain(NAME)
    unharmed()
    await user.click(near.getByRole('button', { name: 'Importa 1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByRole('link', { name: NAME })
    // The difference says of which fuel it is, and against which station.
    screen.getByText('Benzina, ZX1')
    await user.click(await screen.findByRole('link', { name: NAME }))
    const compared = within(await screen.findByRole('dialog', { name: NAME }))
    await compared.findByRole('columnheader', { name: 'Media PR' })
    unharmed()
    await open('/competitors?modulo=nuovo')
    await user.type(await screen.findByRole('combobox', { name: /^Cerca nel registro/ }), 'img')
    await user.click((await screen.findAllByRole('option')).find(({ textContent }) => textContent.includes(NAME))!)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Nome/).value).toBe(NAME))
    unharmed()
  }))
