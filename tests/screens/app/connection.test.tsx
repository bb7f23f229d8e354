// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/ConnectionButton.tsx'
import '../../../src/features/inspections/OfflineStations.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { markFirstPaint } from '../../../src/lib/first-paint.ts'
import { probe } from '../../../src/lib/online.ts'
import { onScreen } from '../support/world.tsx'

const READY = /^(Non ancora p|P)ronto per lavorare offline/
const LOOK = 'Dati sul dispositivo'

test('the office looks into what its device holds from the state of the connection, which says what it means', async () => {
  markFirstPaint()
  await onScreen('admin', '/verifiche', async ({ user, network }) => {
    await screen.findAllByRole('row')
    const state = await screen.findByTitle('Connessione e invii')
    expect(screen.queryByText(READY)).toBeNull()
    await user.click(state)
    await screen.findByText('Il server risponde: ciò che salvi parte subito.')
    await screen.findByText(READY)
    network.down = true
    await act(probe)
    await screen.findByText(/^Il server non risponde\. Ciò che salvi resta su questo dispositivo/)
    await user.click(screen.getByRole('button', { name: LOOK }))
    await screen.findByRole('dialog', { name: LOOK })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(state)
    await user.click(state)
    expect((await screen.findByRole('link', { name: 'Apri gli invii' })).getAttribute('href')).toBe('/invii')
    network.down = false
    await act(probe)
  })
})

test('who works in the field has it on the page', async () => {
  await onScreen('ispettore', '/verifiche', async () => {
    await screen.findByText(READY)
    await screen.findByRole('button', { name: LOOK })
  })
})
