import type { PayKind, PayType } from '../../contract/people/pay-words.ts'

const MONTHS = [
  ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
  ...['tredicesima', 'quattordicesima'],
]
/** The month of a payslip by its number; 13 and 14 are the extra ones. */
export const monthName = (month: number) => MONTHS[month - 1] ?? `mese ${month}`
/** By number as text, capitalised, for a choice. */
export const monthChoices: Readonly<Record<string, string>> = Object.fromEntries(
  MONTHS.map((name, at) => [String(at + 1), name[0]!.toUpperCase() + name.slice(1)]),
)
/** The number of a month by its Italian name, in any case; undefined for another word. */
export const monthNumber = (name: string) => (MONTHS.indexOf(name.toLowerCase()) + 1 || undefined) as number | undefined

/** What a document is about, in words: "marzo 2026", "CU 2026 – redditi 2025". */
export const payPeriod = (kind: PayKind, { year, month }: { year: number | null; month: number | null }) => {
  if (year === null) return 'periodo non noto'
  return kind === 'cud' ? `CU ${year} – redditi ${year - 1}` : month === null ? String(year) : `${monthName(month)} ${year}`
}
/** The type that goes with an extra month. */
export const typeOfMonth = (month: number | null): PayType => (month === 13 ? 'tredicesima' : month === 14 ? 'quattordicesima' : 'cedolino')
