// @vitest-environment jsdom
import '../setup-dom.ts'
import '../../src/features/tanks/StationTanks.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onScreen } from './world.tsx'

test('the tanks of a station name it and who wrote what; who only reads is offered nothing to write', async () => {
  await onScreen('lettura.rete', '/stazioni/cisterne/1', async () => {
    await screen.findByRole('heading', { level: 1, name: /^Cisterne di PV001 / })
    // The interventions that were seeded are nobody's, and not the reader's.
    await screen.findAllByText(/^Autore non noto · /)
    expect(screen.queryByText(/^Luca/)).toBeNull()
    for (const name of ['Nuovo intervento', 'Modifica', 'Elimina']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
  await onScreen('admin', '/stazioni/cisterne/1', async () => {
    expect((await screen.findAllByRole('button', { name: 'Nuovo intervento' })).length).toBeGreaterThan(0)
    expect((await screen.findAllByRole('button', { name: 'Modifica' })).length).toBeGreaterThan(0)
  })
})
