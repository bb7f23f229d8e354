import { formatItalianNumber } from '../../contract/kernel/italian-number.ts'

/** `1 riga`, `1.200 righe`. */
export const howMany = (number: number, one: string, many: string) => `${formatItalianNumber(number, 0)} ${number === 1 ? one : many}`
