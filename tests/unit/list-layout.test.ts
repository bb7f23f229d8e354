import { describe, expect, test } from 'vitest'
import { clampWidth, crowdedOut, inOrder, widthsOf } from '../../src/crud/list/list-layout.ts'

const named = (...headings: string[]) => headings.map((heading) => ({ heading }))

describe('the order of columns', () => {
  test.each([
    [
      ['C', 'A'],
      ['C', 'B', 'A'],
    ],
    [undefined, ['A', 'B', 'C']],
    [
      ['C', 'gone', 'B', 'A'],
      ['C', 'B', 'A'],
    ],
    [
      ['B', 'C'],
      ['A', 'B', 'C'],
    ],
  ])('%j: what it does not name stands where the page has it, what is gone is left out', (order, expected) => {
    expect(inOrder(named('A', 'B', 'C'), order).map(({ heading }) => heading)).toEqual(expected)
  })
})

describe('widths', () => {
  const columns = [
    { heading: 'Data', width: 6 },
    { heading: 'Nome', wide: true },
    { heading: 'Note' },
    { heading: 'Punti', numeric: true, sort: 'points' },
  ]
  // In the text's own size, 14 px; what is as wide as a target is beside them.
  const fixed = '12.571em - 1 * var(--target)'
  test('what is always as long takes that, figures what their heading takes, and the others share the rest', () => {
    expect(widthsOf(columns, undefined, true)).toEqual([
      '6.857em',
      `max(11.429em, (100cqi - ${fixed}) * ${2 / 3})`,
      `max(6.857em, (100cqi - ${fixed}) * ${1 / 3})`,
      '5.714em',
    ])
  })
  test('one whose share is too little takes its least, and the others share what then is left', () => {
    const [, name, note] = widthsOf(columns, undefined, true, 13.625 + 17)
    expect([name, note]).toEqual([expect.stringMatching(/\* 1\)$/), '6.857em'])
    expect(widthsOf(columns, undefined, true, 20).slice(1, 3), 'no room: the table scrolls').toEqual(['11.429em', '6.857em'])
  })
  test('the person’s own are kept, and a column shown later takes its least', () => {
    expect(widthsOf(columns, { Data: 80, Nome: 300, Punti: 90 }, true)).toEqual(['80px', '300px', '6.857em', '90px'])
  })
  test('no column is dragged out of sight or over the whole screen', () => {
    expect([-5, 47.6, 100.4, 5000].map(clampWidth)).toEqual([48, 48, 100, 960])
  })
  test('those to spare go where there is no room, the highest first, and no others', () => {
    const many = [
      { heading: 'Nome', width: 10 },
      { heading: 'A', width: 5, spare: 1 },
      { heading: 'B', width: 5, spare: 2 },
    ]
    expect(crowdedOut(many, false, 20)).toEqual([])
    expect(crowdedOut(many, true, 20)).toEqual(['B'])
    expect(crowdedOut(many, false, 15)).toEqual(['B'])
    expect(crowdedOut(many, false, 3)).toEqual(['B', 'A'])
    expect(crowdedOut(many, false, 15, ['B']), 'what is wanted stays, the others make room').toEqual(['A'])
    expect(crowdedOut(many, false, undefined), 'nothing is known of the room').toEqual([])
  })
})
