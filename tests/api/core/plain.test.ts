import { expect, test } from 'vitest'
import { resources } from '../../resources/registry.ts'
import { isPlain } from '../support/plain.ts'
import { inWorld } from '../support/world.ts'

const { ONLY = '' } = process.env
const samples = resources.filter(({ sample, file }) => sample && file.includes(ONLY))

test.each(samples.map((one) => [one.file, one] as const))('%s: a plain resource', (_, known) => inWorld((world) => isPlain(world, known)))

test('equipment and settings are tried so', () => {
  expect(samples.length).toBeGreaterThan(ONLY ? 0 : 14)
})
