// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PresenceMark } from '../../src/features/tickets/Presence.tsx'
import { renderUi } from '../render.tsx'

const people = [
  { id: 1, name: 'Tea Supticket', writing: false },
  { id: 2, name: 'Elio Helpdesk', writing: true },
]
const all = 'Elio Helpdesk sta scrivendo… · Tea Supticket sta guardando questo ticket'

test('who is at a ticket is told in a few letters beside its subject at a desk, in words on a phone; whoever writes first, all of them to who asks', () => {
  const shown = (desk: boolean) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: desk, addEventListener() {}, removeEventListener() {} } as never)
    const { unmount } = renderUi(<PresenceMark people={people} />)
    const text = screen.getByTitle(all).textContent!.trim()
    unmount()
    return text
  }
  expect(shown(false)).toBe('Elio scrive +1')
  expect(shown(true)).toBe(`${all}: EH… +1`)
  renderUi(<PresenceMark people={undefined} />)
  expect(screen.queryByTitle(/./)).toBeNull()
})
