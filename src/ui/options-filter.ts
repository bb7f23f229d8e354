import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { fold, hasWords } from '../contract/kernel/fold.ts'

/** What is typed into a list finds the options that hold its words, as every search does: first the one that has it as its code ("Venezia (VE)"), then those that begin with it. */
export const optionsFilter: OptionsFilter = ({ options, search, limit }) => {
  const typed = fold(search.trim())
  if (!typed) return options.slice(0, limit)
  const found: ComboboxParsedItem[] = []
  for (const one of options)
    if ('group' in one) found.push({ ...one, items: optionsFilter({ options: one.items, search, limit }) as ComboboxItem[] })
    else if (hasWords(one.label, search)) found.push(one)
  const rank = (one: ComboboxParsedItem) => {
    if ('group' in one) return 0
    const label = fold(one.label)
    return label.includes(`(${typed})`) ? 0 : label.startsWith(typed) ? 1 : 2
  }
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, limit)
}
