import fs from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApi } from '../../../server/lib/openapi/openapi.ts'
import { boxes, lorries, problems } from '../openapi-contract.ts'

const expected = JSON.parse(fs.readFileSync('tests/fixtures/openapi.json', 'utf8'))

test('a small contract is described as it is written down: every word, in this order, and nothing else', () => {
  const made = openApi(
    [lorries, boxes, problems].map((endpoints) => ({ endpoints, handlers: {} })),
    '1.2.3',
  )
  expect(made).toEqual(expected)
  expect(JSON.stringify(made)).toBe(JSON.stringify(expected))
})

test('what is written down is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(expected))).toMatchObject({ valid: true })
})
