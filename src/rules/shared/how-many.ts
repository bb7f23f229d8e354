import { formatItalianNumber } from '../../contract/kernel/italian-number.ts'

/** `1 riga`, `1.200 righe`. */
export const howMany = (number: number, one: string, many: string) => `${formatItalianNumber(number, 0)} ${number === 1 ? one : many}`

/** What is left of a list that was cut: `un altro`, `altri 12`; `f` for feminine words: `un’altra`, `altre 12`. */
export function others(number: number, gender: 'm' | 'f' = 'm'): string {
  if (number === 1) return gender === 'm' ? 'un altro' : 'un’altra'
  return `${gender === 'm' ? 'altri' : 'altre'} ${formatItalianNumber(number, 0)}`
}
