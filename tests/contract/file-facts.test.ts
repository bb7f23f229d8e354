import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { InspectionFileFields } from '../../src/contract/inspections/files.ts'
import { isMoment, isPlace, placeOf } from '../../src/contract/kernel/file-facts.ts'

const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'))
const moment = fc
  .tuple(fc.constantFrom('0000', '1970', '2026', '2028', '9999'), two(14), two(33), two(26), two(62), two(62))
  .map(([year, month, day, ...time]) => `${year}-${month}-${day}T${time.join(':')}`)
const degrees = fc.option(fc.oneof(fc.double(), fc.double({ min: -200, max: 200 }), fc.constantFrom(0, -0, 90, -180, 4530)), {
  nil: undefined,
})
const sent = {
  uuid: '0b2f6b1e-5f0b-4d5c-9a55-1d2f3a4b5c6d',
  client_uuid: '1b2f6b1e-5f0b-4d5c-9a55-1d2f3a4b5c6d',
  kind: 'photo',
  sha256: 'a'.repeat(64),
}

test('whatever a camera wrote, the contract takes the photo, and keeps of its facts what the device keeps', () => {
  fc.assert(
    fc.property(moment, degrees, degrees, (taken_at, latitude, longitude) => {
      const inForm = Object.fromEntries(
        Object.entries({ latitude, longitude }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      )
      const read = v.safeParse(InspectionFileFields, { ...sent, size: '7', taken_at, ...inForm })
      expect(read.issues).toBeUndefined()
      const { latitude: north, longitude: east, taken_at: at } = read.output as v.InferOutput<typeof InspectionFileFields>
      const device = { ...(isPlace(latitude, longitude) && { latitude, longitude }) }
      expect(at).toBe(isMoment(taken_at) ? taken_at : undefined)
      expect(placeOf(north, east)).toEqual(JSON.parse(JSON.stringify(device)))
      // A day that the device writes on the picture is one.
      if (at) expect(Number.isNaN(new Date(`${at}Z`).getTime())).toBe(false)
    }),
    { numRuns: 500 },
  )
})
