import { configure, getConfig } from '@testing-library/dom'
import { afterAll, beforeAll } from 'vitest'

/** Called in a file whose tests open many parts of the app: what is fetched at its first opening takes longer than an answer does. */
export function patient() {
  const { asyncUtilTimeout } = getConfig()
  beforeAll(() => void configure({ asyncUtilTimeout: 10_000 }))
  afterAll(() => void configure({ asyncUtilTimeout }))
}
