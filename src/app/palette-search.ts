import { fold, searchable, searchWords } from '../contract/kernel/fold.ts'

interface Named {
  name: string
  /** Shown beside the name, and searched too. */
  also: string
}
/** Entries where every typed word begins a word; those whose name begins with the text come first. */
export function matching<T extends Named>(entries: readonly T[], typed: string): readonly T[] {
  const words = searchWords(typed)
  const within = ({ name, also }: Named) => {
    const text = ` ${name} ${also}`
    // The parts of a word with an apostrophe or hyphen, and the whole.
    const all = `${fold(text)} ${searchable(text)}`.replace(/[^\p{L}\p{N}]+/gu, ' ')
    return words.every((word) => all.includes(` ${word}`))
  }
  return entries.filter(within).toSorted((a, b) => Number(begins(b, typed)) - Number(begins(a, typed)))
}
/** Whether the name begins with the typed text. */
export const begins = ({ name }: Named, typed: string) => searchable(name).startsWith(searchable(typed.trim()))
