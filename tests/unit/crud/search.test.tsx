// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SearchBox } from '../../../src/crud/list/SearchBox.tsx'
import { renderUi } from '../../render.tsx'

afterEach(() => vi.useRealTimers())
describe('the search of a list', () => {
  const asked = vi.fn()
  function Page() {
    const [value, setValue] = useState<string | undefined>(undefined)
    return (
      <>
        <SearchBox
          value={value}
          onSearch={(text, replace) => {
            asked(text, replace)
            setValue(text)
          }}
        />
        <button type="button" onClick={() => setValue('da fuori')}>
          Indietro
        </button>
      </>
    )
  }
  const box = () => screen.getByRole('searchbox') as HTMLInputElement
  const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
  afterEach(() => asked.mockReset())

  test('asks 300 ms after the last key, without the blanks around; going on with it is no new step', () => {
    vi.useFakeTimers()
    renderUi(<Page />)
    type('a')
    vi.advanceTimersByTime(299)
    type(' ab ')
    vi.advanceTimersByTime(299)
    expect(asked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(asked.mock.calls).toEqual([['ab', false]])
    type('abc')
    vi.advanceTimersByTime(300)
    expect(asked.mock.calls[1]).toEqual(['abc', true])
    type('abc ')
    vi.advanceTimersByTime(300)
    expect(asked, 'the same is not asked again').toHaveBeenCalledTimes(2)
    fireEvent.blur(box())
    type('x')
    vi.advanceTimersByTime(300)
    expect(asked.mock.calls[2], 'after a pause elsewhere it is a new step').toEqual(['x', false])
  })
  test('asks at once on Enter and on leaving; Esc and the cross empty it', async () => {
    renderUi(<Page />)
    type('a')
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(asked.mock.calls).toEqual([['a', false]])
    type('ab')
    fireEvent.blur(box())
    expect(asked.mock.calls[1]).toEqual(['ab', true])
    fireEvent.keyDown(box(), { key: 'Escape' })
    expect([asked.mock.calls[2], box().value]).toEqual([[undefined, false], ''])
    expect(screen.queryByRole('button', { name: 'Svuota la ricerca' })).toBeNull()
    type('abc')
    await userEvent.click(screen.getByRole('button', { name: 'Svuota la ricerca' }))
    expect(box().value).toBe('')
    await new Promise((done) => setTimeout(done, 350))
    expect(asked.mock.calls.at(-1)![0], 'what was typed and taken away is not asked for later').toBeUndefined()
  })
  test('the address rules, and / leads to it with its text chosen', async () => {
    renderUi(<Page />)
    type('mio')
    fireEvent.keyDown(box(), { key: 'Enter' })
    await userEvent.click(screen.getByText('Indietro'))
    expect(box().value).toBe('da fuori')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(box())
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 8])
  })
})
