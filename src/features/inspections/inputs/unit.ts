import { UNIT_WORDS } from '../../../contract/inspections/labels.ts'

/** The unit beside a number, whole: "litri", never "l" nor half of it. */
export function unitOf({ unit }: { unit?: string | null }) {
  if (!unit) return {}
  const word = UNIT_WORDS[unit] ?? unit
  return { rightSection: word, rightSectionWidth: `${word.length + 2}ch` }
}
