import { randomInt } from 'node:crypto'
import { checkCharacter, SERIAL_ALPHABET, SERIAL_LENGTH } from '../../../src/rules/coupons/serial.ts'

const drawOne = () => {
  const body = Array.from({ length: SERIAL_LENGTH - 1 }, () => SERIAL_ALPHABET[randomInt(SERIAL_ALPHABET.length)]).join('')
  return body + checkCharacter(body)
}
/** Random serials (55 bits each), different from one another. */
export function drawSerials(count: number): string[] {
  const drawn = new Set<string>()
  while (drawn.size < count) drawn.add(drawOne())
  return [...drawn]
}
