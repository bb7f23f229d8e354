import { expect, test } from 'vitest'
import { matching } from '../../src/app/palette-search.ts'

const entry = (name: string, also: string) => ({ name, also })
const all = [
  entry('Modelli', 'Le domande delle verifiche'),
  entry('Verifiche', 'Pianificate e concluse'),
  entry('Nuova banca', 'Città di Forlì'),
]
const names = (typed: string) => matching(all, typed).map(({ name }) => name)

test('what is typed is looked for at the beginning of words, without accents; names that begin with it come first', () => {
  expect(names('ver')).toEqual(['Verifiche', 'Modelli'])
  expect(names('conc VERI')).toEqual(['Verifiche'])
  expect(names('citta forli')).toEqual(['Nuova banca'])
  expect(names('anca')).toEqual([])
  expect(names('   ')).toHaveLength(3)
})
