import { expect, test } from 'vitest'
import { withRoom } from '../../src/crud/filter-room.ts'

const labels = ['Stato', 'Esito', 'Punto vendita', 'Modello', 'Ispettore', 'Provincia', 'Dal', 'Al', 'Con NC aperte']
const filters = labels.map((label) => [label.toLowerCase(), { label }] as const)
const shown = (room: number | undefined, ...used: string[]) =>
  withRoom(filters, (key) => used.includes(key), room).map(([, { label }]) => label)

test('as many filters stand in the row as fit, in their order; the others behind one button', () => {
  expect(shown(undefined)).toEqual(labels)
  expect(shown(120)).toEqual(labels)
  expect(shown(57)).toEqual(['Stato', 'Esito', 'Punto vendita'])
  expect(shown(20)).toEqual([])
  for (let room = 20; room < 120; room++) expect(labels.slice(0, shown(room).length)).toEqual(shown(room))
})
test('one in use is always in the row, where it can be seen and taken away', () => {
  expect(shown(57, 'al')).toEqual(['Stato', 'Al'])
  expect(shown(20, 'al', 'esito')).toEqual(['Esito', 'Al'])
})
