/** Crockford's base 32: no letter that looks like a digit or like another. */
export const SERIAL_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const SERIAL_LENGTH = 12
const N = SERIAL_ALPHABET.length

/** The check character of the eleven before it (Luhn modulo 32): finds each wrong character, and two that were swapped. */
export function checkCharacter(body: string): string {
  let [sum, factor] = [0, 2]
  for (const one of [...body].toReversed()) {
    const product = SERIAL_ALPHABET.indexOf(one) * factor
    sum += Math.floor(product / N) + (product % N)
    factor = 3 - factor
  }
  return SERIAL_ALPHABET[(N - (sum % N)) % N]!
}
/** A serial as it is stored, from what was typed or read: spaces and dashes dropped, `O` read as 0, `I` and `L` as 1. */
export const serialOf = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
/** The reason in words why this cannot be a serial; undefined if it can. */
export function serialRefusal(serial: string): string | undefined {
  const shaped = serial.length === SERIAL_LENGTH && [...serial].every((one) => SERIAL_ALPHABET.includes(one))
  const right = shaped && checkCharacter(serial.slice(0, -1)) === serial.at(-1)
  return right ? undefined : 'Il codice del buono non è corretto: ricontrollare i 12 caratteri.'
}
/** In groups of four, as printed. */
export const serialInGroups = (serial: string) => serial.match(/.{1,4}/g)?.join(' ') ?? ''
