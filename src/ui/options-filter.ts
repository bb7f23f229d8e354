import type { ComboboxItem, OptionsFilter } from '@mantine/core'

/** Without case, accents, apostrophes and hyphens. Not `searchable` of contract/kernel/fold.ts, whose letters of other languages weigh more than the first page has left. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’-]/g, '')
    .toLowerCase()
/** What is typed into a list without groups finds the options that hold it, the one that has it as its code first: "ve" is "Venezia (VE)" before "Avellino (AV)". */
export const optionsFilter: OptionsFilter = ({ options, search }) => {
  const typed = plain(search)
  const isCode = ({ label }: ComboboxItem) => Number(plain(label).includes(`(${typed})`))
  return (options as ComboboxItem[]).filter(({ label }) => plain(label).includes(typed)).sort((one, other) => isCode(other) - isCode(one))
}
