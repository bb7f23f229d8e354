// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lock, locked, setShared } from '../../../src/lib/lock.ts'
import { PASSWORD } from '../../api/support/world.ts'
import { onScreen } from '../support/world.tsx'

test('a lock takes everything off the page, in the middle of a word; after it the draft is there', () =>
  onScreen('contabilita', '/stazioni/banche?modulo=nuovo', async ({ user }) => {
    await act(() => setShared(true))
    await user.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Banca a met')
    await act(lock)
    expect(locked.get()).toBe(true)
    expect(document.body.textContent).not.toMatch(/Banca|Banche/)
    await screen.findByLabelText(/^Password di/)
    expect(document.querySelectorAll('input')).toHaveLength(1)
    await user.type(screen.getByLabelText(/^Password di/), PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Sblocca' }))
    await waitFor(() => expect((screen.getByRole('textbox', { name: /Nome/ }) as HTMLInputElement).value).toBe('Banca a met'))
    await act(() => setShared(false))
  }))
