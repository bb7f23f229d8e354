// @vitest-environment jsdom
import '../setup-dom.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFiles } from '../../src/crud/record/add-files.ts'
import { forgetNotices, notices } from '../../src/lib/notify.ts'

const MOST = 4
const MAX = 100
const file = (name: string, size: number) => new File([new Uint8Array(size)], name)
/** Files chosen, each too large or not, or one of those there taken away. */
const turn = fc.oneof(
  fc.record({ choose: fc.array(fc.constantFrom(1, MAX, MAX + 1), { minLength: 1, maxLength: 3 }) }),
  fc.record({ remove: fc.nat(5) }),
)

test('files chosen in turns are those of all turns in their order, without the too large and the too many, each of which is told', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 2, maxLength: 6 }), (turns) => {
      forgetNotices()
      let chosen: readonly File[] = []
      let [kept, told] = [[] as string[], 0]
      turns.forEach((one, at) => {
        if ('remove' in one) {
          chosen = chosen.filter((_, other) => other !== one.remove)
          kept = kept.filter((_, other) => other !== one.remove)
          return
        }
        const named = one.choose.map((size, n) => ({ name: `${at}-${n}.pdf`, size }))
        chosen = addFiles(
          chosen,
          named.map(({ name, size }) => file(name, size)),
          MOST,
          MAX,
        )
        const fit = named.filter(({ size }) => size <= MAX).map(({ name }) => name)
        told += Number(fit.length < named.length) + Number(kept.length + fit.length > MOST)
        kept = [...kept, ...fit].slice(0, MOST)
      })
      expect(chosen.map(({ name }) => name)).toEqual(kept)
      expect(notices.get()).toHaveLength(told)
    }),
  )
})

test('where one file is allowed a new one takes its place, and one that is too large leaves it', () => {
  const [first] = addFiles([], [file('uno.pdf', 1)], 1, MAX)
  expect(addFiles([first!], [file('due.pdf', 1)], 1, MAX).map(({ name }) => name)).toEqual(['due.pdf'])
  expect(addFiles([first!], [file('tre.pdf', MAX + 1)], 1, MAX).map(({ name }) => name)).toEqual(['uno.pdf'])
})
