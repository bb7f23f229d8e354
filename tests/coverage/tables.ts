import fs from 'node:fs'

export const NOT_YET = 'not yet'
export const tables = ['calls', 'routes', 'menu', 'texts', 'behaviours'] as const
export type Table = (typeof tables)[number]
/** The columns before those of the tests. */
export const facts: Record<Table, readonly string[]> = {
  calls: ['call'],
  routes: ['address'],
  menu: ['entry', 'group'],
  texts: ['id', 'text', 'call'],
  behaviours: ['id', 'what holds'],
}
/** How many rows the documents give. */
export const sizes: Record<Table, number> = { calls: 316, routes: 57, menu: 35, texts: 215, behaviours: 216 }

export interface Row {
  facts: string[]
  tests: string[]
}
const fileOf = (table: Table) => `docs/spec/coverage/${table}.tsv`
export const readTable = (table: Table): Row[] =>
  fs
    .readFileSync(fileOf(table), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map((cells) => ({
      facts: cells.slice(0, facts[table].length),
      tests: cells.slice(facts[table].length).filter((test) => test && test !== NOT_YET),
    }))
export function writeTable(table: Table, rows: readonly Row[]) {
  const lines = [[...facts[table], 'tests'], ...rows.map(({ facts, tests }) => [...facts, ...(tests.length ? tests : [NOT_YET])])]
  fs.writeFileSync(fileOf(table), `${lines.map((cells) => cells.join('\t')).join('\n')}\n`)
}
/** A path without the names of its parts, by which a documented call and ours are the same. */
export const shapeOf = (address: string) => address.replace(/\{\w+\??\}/g, '{}')
