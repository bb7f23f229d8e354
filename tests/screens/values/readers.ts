import { screen } from '@testing-library/react'
import { exported } from '../support/exported.ts'
import type { Screen } from '../support/world.tsx'
import type { Pairs } from './subject.ts'

/** Words as a person reads them: no-break spaces are spaces. */
const words = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll('\u00a0', ' ').trim()
/** The element that names the row of a record. Throws until it is there. */
function named(id: number) {
  const found = [...document.querySelectorAll(`[data-row="${id}"], [id$="-${id}"]`)].find((one) => one.closest('tr, li'))
  if (!found) throw new Error(`no row of the record ${id}: ${words(document.querySelector('main')).slice(0, 300)}`)
  return found
}
const pairsOf = (labels: Iterable<Element>): [string, string][] =>
  [...labels].map((label) => [words(label), words(label.nextElementSibling)])

/** A row of a table as heading and cell. */
export function rowOf(id: number): Pairs {
  const row = named(id).closest('tr')!
  const heads = [...row.closest('table')!.querySelectorAll('thead th, thead td')]
  const pairs = [...row.cells].map((cell, at) => [words(heads[at]).replace(/ordine \d.*/, ''), words(cell)] as const)
  return Object.fromEntries(pairs.filter(([heading]) => heading && heading !== 'Azioni'))
}
/** The texts of an element one after the other, each part apart. */
const linesOf = (element: Element): string => {
  const parts = [...element.children].map(linesOf).filter(Boolean)
  return parts.length ? parts.join(' | ') : words(element)
}
/** The card of a record on a phone: its two lines without a label, and the others. */
export function cardOf(id: number): Pairs {
  const title = named(id)
  const second = title.nextElementSibling
  return {
    title: words(title),
    ...(second?.tagName === 'DIV' && { subtitle: linesOf(second) }),
    ...Object.fromEntries(pairsOf(title.parentElement!.querySelectorAll('dt'))),
  }
}

/** The facts of a record's page by label, the cells of its tables by row and heading, and its title. */
export function factsOf(): Pairs {
  const main = screen.getByRole('main')
  const cells = [...main.querySelectorAll('table')].flatMap((table) => {
    const heads = [...table.querySelectorAll('thead th')].map(words)
    return [...table.querySelectorAll('tbody tr')].flatMap((row, at) =>
      [...(row as HTMLTableRowElement).cells].flatMap((cell, column) =>
        heads[column] ? [[`${at + 1} ${heads[column]}`, words(cell)]] : [],
      ),
    )
  })
  const inputs = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].flatMap((input) => fieldOf(input))
  return {
    title: words(main.querySelector('h1')),
    ...numbered([...pairsOf(main.querySelectorAll('dt')), ...inputs]),
    ...Object.fromEntries(cells),
  }
}
/** A label that stands twice has its number the second time. */
function numbered(pairs: Iterable<readonly [string, string]>): Pairs {
  const told: Record<string, string> = {}
  for (const [label, value] of pairs) {
    let name = label
    for (let at = 2; name in told; at++) name = `${label} ${at}`
    told[name] = value
  }
  return told
}

/** The label and value of an input; nothing for a radio that is not chosen, and what has no label. */
function fieldOf(input: HTMLInputElement): [string, string][] {
  if (['hidden', 'file'].includes(input.type)) return []
  const own = (input.labels?.[0] ? words(input.labels[0]) : (input.getAttribute('aria-label') ?? '')).replace(/ \*$/, '')
  if (input.type === 'radio') {
    const group = input.closest('[role="radiogroup"]')
    const of = group?.getAttribute('aria-label') ?? words(document.getElementById(group?.getAttribute('aria-labelledby') ?? ''))
    return input.checked ? [[of.replace(/ \*$/, ''), own]] : []
  }
  // Of several that are chosen each is a mark beside the input.
  const marks = [...(input.closest('.mantine-PillsInput-input, .mantine-MultiSelect-input')?.querySelectorAll('.mantine-Pill-label') ?? [])]
  if (own && marks.length) return [[own, marks.map(words).join(', ')]]
  const value = input.type === 'checkbox' ? (input.checked ? 'Sì' : 'No') : input.value.replaceAll('\u00a0', ' ')
  return own ? [[own, value]] : []
}
/** The inputs of the form that is open, in a dialog or on its page. Throws until it is drawn. */
export function inputsOf(title: string, submit = 'Salva'): Pairs {
  const form = title ? screen.getByRole('dialog', { name: title }) : screen.getByRole('main')
  if (![...form.querySelectorAll('button')].some((button) => words(button) === submit))
    throw new Error(`no form: ${words(form).slice(0, 200)}`)
  return numbered([...form.querySelectorAll<HTMLInputElement>('input, textarea')].flatMap(fieldOf))
}

/** The row of a record in the exported sheet: the line that has most in common with the row on screen. */
export async function sheetOf(world: Screen, row: Pairs): Promise<Pairs> {
  const lines = (await exported(world, screen.getByRole('button', { name: 'Esporta' }))).map(cellsOf)
  const [heads, ...rows] = lines as [string[], ...string[][]]
  const alike = (cells: string[]) => heads.filter((head, at) => cells[at] && cells[at] === row[head]).length
  const found = rows.toSorted((a, b) => alike(b) - alike(a))[0] ?? []
  return Object.fromEntries(heads.map((head, at) => [head, (found[at] ?? '').replaceAll('\u00a0', ' ')]))
}
/** The cells of a line of a CSV file with semicolons. */
const cellsOf = (line: string) =>
  [...`${line};`.matchAll(/("(?:[^"]|"")*"|[^;]*);/g)].map(([, cell]) => cell!.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
