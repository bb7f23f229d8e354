import { refusedPrice } from '../../rules/prices/guards.ts'
import { parseItalianNumber } from '../../ui/italian-number.ts'

/** What is typed or pasted as a price: euro, or why it is none. Undefined for nothing at all. */
export function readPrice(text: string): { price: number } | { wrong: string } | undefined {
  const reading = parseItalianNumber(text, 3)
  if (reading.kind === 'empty') return text.trim() ? { wrong: 'Non è un prezzo.' } : undefined
  if (reading.kind === 'invalid') return { wrong: 'Non è un prezzo.' }
  if (reading.kind === 'too-precise') return { wrong: 'Al massimo tre decimali.' }
  if (reading.kind === 'ambiguous') return { wrong: 'Si può leggere in due modi: scrivere la virgola.' }
  if (reading.value <= 0) return { wrong: 'Il prezzo deve essere maggiore di zero.' }
  const wrong = refusedPrice(reading.value)
  return wrong ? { wrong } : { price: reading.value }
}
/** The cells of a block as spreadsheets copy it: tabs between columns, line breaks between rows. */
export const blockOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
