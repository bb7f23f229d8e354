// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { useFormRows } from '../../../src/crud/form/form-rows.ts'
import { renderUi } from '../../render.tsx'

test('rows of a form are added at the end, taken out where they stand, and then drawn anew', () => {
  let value: any = { cards: undefined }
  let rows: ReturnType<typeof useFormRows<'cards'>>
  function Rows() {
    const [, again] = useState(0)
    const shown = useRef(0)
    rows = useFormRows(
      {
        get: () => value.cards,
        set: (_, next) => {
          value = { cards: next }
          again(++shown.current)
        },
        useValue: () => value.cards,
      },
      'cards',
    )
    return null
  }
  const { rerender } = renderUi(<Rows />)
  expect(rows!.rows).toEqual([])
  const first = { n: 1 }
  const step = async (work: () => void) => {
    act(work)
    rerender(<Rows />)
  }
  return step(() => rows.add(first))
    .then(() => step(() => rows.add({ n: 2 })))
    .then(() => step(() => rows.add({ n: 3 })))
    .then(() => {
      expect(value.cards).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
      expect(value.cards[0], 'a copy, not the template').not.toBe(first)
      expect(rows.rows.map(({ at, key }) => [at, key])).toEqual([
        [0, '0-0'],
        [1, '0-1'],
        [2, '0-2'],
      ])
    })
    .then(() => step(() => rows.rows[1]!.remove()))
    .then(() => {
      expect(value.cards).toEqual([{ n: 1 }, { n: 3 }])
      expect(rows.rows.map(({ key }) => key)).toEqual(['1-0', '1-1'])
    })
})
