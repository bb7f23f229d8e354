// @vitest-environment jsdom
import '../setup-dom.ts'
import { MantineProvider } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { part } from '../../src/ui/part.tsx'
import { sourcesOf } from '../sources.ts'

test('a part is drawn as soon as it is there, with no clock between, and at once when it is drawn again', async () => {
  vi.useFakeTimers()
  try {
    let come!: (shown: (props: { name: string }) => string) => void
    const Greeting = part<{ name: string }>(() => new Promise((resolve) => (come = resolve)), 'un momento')
    const drawn = render(<Greeting name="Anna" />)
    expect(drawn.container.textContent).toBe('un momento')
    await act(async () => come(({ name }) => `Ciao ${name}`))
    expect(drawn.container.textContent).toBe('Ciao Anna')
    expect(render(<Greeting name="Bruno" meanwhile="mai" />).container.textContent).toBe('Ciao Bruno')
  } finally {
    vi.useRealTimers()
  }
})

test('what cannot be fetched is the error of the page, and is asked for again when the page is', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('senza rete'))
    .mockResolvedValue(() => 'eccola')
  const Shown = part(load)
  const page = (at: number) => (
    <CatchBoundary getResetKey={() => at} errorComponent={({ error }) => <p>Non caricata: {(error as Error).message}</p>}>
      <Shown />
    </CatchBoundary>
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { rerender } = render(page(0))
  await screen.findByText('Non caricata: senza rete')
  rerender(page(1))
  await screen.findByText('eccola')
  expect(load).toHaveBeenCalledTimes(2)
})

test('code that is missing on the device is told in its place, and the rest of the page stays', async () => {
  const Shown = part(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js')))
  render(
    <MantineProvider>
      <p>quello che scrivevo</p>
      <Shown />
    </MantineProvider>,
  )
  await screen.findByText(/^Una parte dell'app manca su questo dispositivo/)
  screen.getByRole('button', { name: 'Riprova' })
  screen.getByText('quello che scrivevo')
})

test('no part is fetched by the way of React, whose fallback stays for 300 ms', () => {
  const lazy = sourcesOf('src').filter(({ text }) => /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text))
  expect(lazy.map(({ path }) => path)).toEqual([])
})
