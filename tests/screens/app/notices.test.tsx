// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/NoticeList.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onScreen } from '../support/world.tsx'

test('the notices close by Esc from the moment they stand, though the focus comes to them a little later', () =>
  onScreen('contabilita', '/stazioni/banche', async () => {
    fireEvent.click(await screen.findByRole('button', { name: /Notifiche recenti/ }))
    await screen.findByText('Nessuna notifica finora.')
    const bell = screen.getByRole('button', { name: /Notifiche recenti/ })
    bell.focus()
    fireEvent.keyDown(bell, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByText('Nessuna notifica finora.')).toBeNull())
    expect(document.activeElement).toBe(bell)
  }))
