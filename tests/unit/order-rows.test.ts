import { expect, test } from 'vitest'
import { leastOf, orderTotals, quantityProblem, stepped } from '../../src/rules/shop/order-rows.ts'

/** At least five, in pairs, at most eleven: six, eight or ten. */
const pairs = { name: 'Guanti', min_qty: 5, step_qty: 2, max_qty: 11 }

test('the least quantity is a whole step, and a step below it takes the article out', () => {
  expect(leastOf(pairs)).toBe(6)
  expect([10, 8, 7, 6].map((quantity) => stepped(pairs, quantity, -1))).toEqual([8, 6, 0, 0])
  expect([0, 6, 7, 10].map((quantity) => stepped(pairs, quantity, 1))).toEqual([6, 8, 8, 10])
  for (const quantity of [6, 8, 10]) expect(quantityProblem(pairs, quantity)).toBeUndefined()
  expect(quantityProblem(pairs, 5)).toBe('La quantità minima di "Guanti" è 6.')
  // Of two faults the one that no other step mends.
  for (const quantity of [12, 13]) expect(quantityProblem(pairs, quantity)).toBe('La quantità massima di "Guanti" è 11.')
})

test('VAT is rounded once for each rate, to the cent', () => {
  const rows = [
    { quantity: 3, price: 10.33, vat: '22' as const },
    { quantity: 7, price: 4.45, vat: '10' as const },
  ]
  expect(orderTotals(rows)).toMatchObject({ net: 62.14, vat_total: 9.94, total: 72.08 })
})
