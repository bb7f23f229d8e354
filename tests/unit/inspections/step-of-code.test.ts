import { expect, test } from 'vitest'
import { stepOfCode } from '../../../src/features/inspections/FindBlock.tsx'

test('a piece of a verifica is found by its number, by our code on its label, and by the address that the label holds', () => {
  const step = (id: string, number: string | null) => ({
    title: '',
    asked: [{ key: 'q', question: {}, block: { id, label: '', row: { number } } }],
  })
  const steps = [step('ext-54', 'MX-1'), step('ext-55', null), step('gun-55', '3'), step('dsp-7', 'ES-90')] as never
  for (const code of ['ES-55', ' es 55 ', 'https://altrove.example/q/ES-55']) expect(stepOfCode(steps, code), code).toBe(1)
  expect(stepOfCode(steps, 'PI-55')).toBe(2)
  expect(stepOfCode(steps, 'mx-1')).toBe(0)
  expect(stepOfCode(steps, 'https://maker.example/serial/MX-1')).toBe(0)
  // A plate may look like one of our codes.
  expect(stepOfCode(steps, 'ES-90')).toBe(3)
  for (const code of ['AP-55', 'PV-55', 'ES-99', 'XYZ']) expect(stepOfCode(steps, code), code).toBe(-1)
})
