import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { onScreen, type Screen } from '../support/world.tsx'
import type { Compare } from './all.ts'
import type { Made, Pairs } from './subject.ts'

/** The application with the record made, at a page that reads nothing. */
export async function withRecord(one: Compare, test: (world: Screen, made: Made) => Promise<void>) {
  let made: Made | undefined
  await onScreen(
    one.who ?? 'admin',
    '/privacy',
    (world) => test(world, made!),
    async (world) => {
      // What it leaves behind is looked at by the tests of its own calls.
      world.lookAway()
      made = await one.make(world)
    },
  )
}
const filled = (pairs: Pairs, { number }: Made): Pairs =>
  Object.fromEntries(Object.entries(pairs).map(([label, value]) => [label, value.replace('{number}', number ?? '')]))
/** Waits until under each label stands its own value, and nothing else is told. */
export const shows = (read: () => Pairs, due: Pairs, made: Made) =>
  waitFor(() => expect(read()).toEqual(filled(due, made)), { timeout: 15_000 })
/** The same of what is read once. */
export const isTold = (told: Pairs, due: Pairs, made: Made) => expect(told).toEqual(filled(due, made))
