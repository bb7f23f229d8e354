import { parseItalianNumber } from '../../contract/kernel/italian-number.ts'
import { refusalReason } from '../../rules/prices/price-checks.ts'

/** Reads a typed or pasted price in euro, or gives the reason it is none. Undefined for an empty text and for 0, which are left out. */
export function parsePrice(text: string): { price: number } | { wrong: string } | undefined {
  const reading = parseItalianNumber(text, 3)
  if (reading.kind === 'empty') return text.trim() ? { wrong: 'Non è un prezzo.' } : undefined
  if (reading.kind === 'invalid') return { wrong: 'Non è un prezzo.' }
  if (reading.kind === 'too-precise') return { wrong: 'Al massimo tre decimali.' }
  if (reading.kind === 'ambiguous') return { wrong: 'Si può leggere in due modi: scrivere la virgola.' }
  if (reading.value === 0) return undefined
  if (reading.value < 0) return { wrong: 'Il prezzo deve essere maggiore di zero.' }
  const wrong = refusalReason(reading.value)
  return wrong ? { wrong } : { price: reading.value }
}
/** Rows and columns of a block copied from a spreadsheet: tabs between columns, line breaks between rows. */
export const parseBlock = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
