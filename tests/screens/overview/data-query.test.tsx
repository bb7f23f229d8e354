// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onScreen } from '../support/world.tsx'

test('the address keeps the data type, with its columns and filters in words, and a row links to its station', () =>
  onScreen('admin', '/riepilogo/dati?tipo=tanks&f%5Bcapacity%5D=1..&f%5Bstatus%5D=%5B%22attivo%22%5D', async (world) => {
    await screen.findByRole('heading', { name: 'Tabella dati: Cisterne' })
    await screen.findByRole('columnheader', { name: /N. serbatoio/ })
    await screen.findByText(/da 1/)
    const types = screen.getByRole('navigation', { name: 'Dati' })
    expect(within(types).getAllByRole('link')).toHaveLength(17)
    await world.user.click(within(types).getByRole('link', { name: 'Telefoni' }))
    await screen.findByRole('heading', { name: 'Tabella dati: Telefoni' })
    expect(world.address()).toBe('/riepilogo/dati?tipo=phones')
    await screen.findByRole('columnheader', { name: /Numero/ })
    await world.user.click(within(screen.getByRole('table')).getAllByRole('link')[0]!)
    expect(world.address()).toMatch(/^\/stazioni\/\d+/)
  }))

test('changing the type changes the columns; the export is offered only to those who may export', async () => {
  await onScreen('admin', '/riepilogo/dati?tipo=boh', async () => {
    await screen.findByText('Not Vaild request type')
  })
  await onScreen('lettura.rete', '/riepilogo/dati?tipo=stations', async () => {
    await screen.findByRole('heading', { name: 'Tabella dati: Stazioni' })
    expect(screen.queryByRole('link', { name: 'Banche' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Esporta' })).toBeNull()
  })
})
