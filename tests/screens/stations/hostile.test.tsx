// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/tabs/General.tsx'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { makeStation } from '../../api/support/fixtures.ts'
import { NAME, unharmed } from '../support/hostile.ts'
import { onScreen } from '../support/world.tsx'

test('a name with markup is shown as text in the list, on the page and in the directory', () =>
  onScreen('admin', '/stazioni', async ({ open, db }) => {
    const { id } = await makeStation(db, { code: 'ZX1', name: NAME, city: NAME, note: NAME })
    await open('/stazioni?search=zx1')
    await screen.findByText(NAME)
    unharmed()
    await open(`/stazioni/${id}`)
    await screen.findByRole('heading', { level: 1, name: `ZX1 ${NAME}` })
    await screen.findByRole('heading', { level: 2, name: 'Anagrafica' })
    unharmed()
    await open('/stazioni/info?search=zx1')
    await screen.findByText(`ZX1 ${NAME}`)
    unharmed()
  }))
