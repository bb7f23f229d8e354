// @vitest-environment jsdom
import '../setup-dom.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CodeScanner } from '../../src/ui/CodeScanner.tsx'
import { renderUi } from '../render.tsx'

test('an empty code is asked for at its field, one that is typed is read', async () => {
  const onRead = vi.fn()
  renderUi(<CodeScanner title="Leggi un codice" onRead={onRead} onClose={() => undefined} />)
  const field = await screen.findByLabelText('Codice scritto a mano')
  fireEvent.click(screen.getByText('Usa'))
  expect(screen.getByText('Scrivi il codice.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: ' ES-55 ' } })
  fireEvent.click(screen.getByText('Usa'))
  expect(onRead).toHaveBeenCalledExactlyOnceWith('ES-55')
})
