import { expect } from 'vitest'

/** What the tests of this file did, each with the first test that did it. */
const done = new Map<string, string>()

/** Notes a call that was answered well (`GET /banks`), or an address that was stood on (`page /stazioni/{id}`). */
export function noteDone(what: string) {
  const { currentTestName } = expect.getState()
  if (currentTestName && !done.has(what)) done.set(what, currentTestName)
}
/** The notes of a test file as lines, which are then forgotten. */
export function takeDone(file: string): string[] {
  const lines = [...done].map(([what, name]) => ['did', what, file, name.replace(/\s+/g, ' ')].join('\t'))
  done.clear()
  return lines
}
