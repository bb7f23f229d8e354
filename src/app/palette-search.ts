import { fold } from '../rules/shared/fold.ts'

interface Named {
  name: string
  /** Stands beside the name, and is looked in too. */
  also: string
}
/** Every word of what is typed begins a word of the entry; those whose name begins with it first. */
export function matching<T extends Named>(entries: readonly T[], typed: string): readonly T[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const within = ({ name, also }: Named) => {
    const all = ` ${fold(`${name} ${also}`)}`.replace(/[^\p{L}\p{N}]+/gu, ' ')
    return words.every((word) => all.includes(` ${word}`))
  }
  return entries.filter(within).toSorted((a, b) => Number(begins(b, typed)) - Number(begins(a, typed)))
}
/** Whether the name begins with all that is typed. */
export const begins = ({ name }: Named, typed: string) => fold(name).startsWith(fold(typed.trim()))
