import { sql } from 'drizzle-orm'
import { integer, PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { contains, ordering, unique } from '../../../server/lib/tables/table.ts'

const things = pgTable('things', { id: integer().primaryKey(), name: text().notNull(), size: integer() })
const said = (of: any) => {
  const { sql: words, params } = new PgDialect().sqlToQuery(of)
  return [words, params]
}
test('a list is ordered by what it offers, empty ones last, and by id where that leaves it open', () => {
  const allowed = { name: things.name, size: things.size, made: sql`made` }
  const by = (sort?: string) => said(sql.join(ordering(sort, allowed, things.id), sql`, `))[0]
  expect(by()).toBe(by('name'))
  expect(by('')).toBe(by('name'))
  expect(by('name')).toMatch(/"things"\."name".* asc, "things"\."id" asc$/)
  expect(by('name')).not.toBe('"things"."name" asc, "things"."id" asc')
  expect(by('size')).toBe('"things"."size" asc, "things"."id" asc')
  expect(by('-size,made')).toBe('"things"."size" desc nulls last, made asc, "things"."id" desc')
  for (const sort of ['other', 'size,other', '--size', 'size,', 'toString', '__proto__'])
    expect(() => by(sort), sort).toThrow(expect.objectContaining({ status: 422 }))
})
test('every word of a search must occur, as it is written', () => {
  expect(said(contains(' Città  x%_\\ ', sql`t`))).toEqual(['(t like $1 and t like $2)', ['%citta%', '%x\\%\\_\\\\%']])
  expect(said(contains('PV-07 50%_', sql`t`))).toEqual(['(t ~ $1 and t ~ $2)', ['pv[ ./]?(0[ ./]?7|0*7(?!\\d))', '5[ ./]?0%_']])
  expect(contains('   ', sql`t`)).toBeUndefined()
  expect(contains(undefined, sql`t`)).toBeUndefined()
})
test('what must be unique, or must exist, is told at its field; any other failure stays what it is', async () => {
  const messages = { things_name: ['name', 'C\u2019è già.'] as const }
  const violated = (code: string, constraint?: string) => Promise.reject(Object.assign(new Error('x'), { cause: { code, constraint } }))
  const told = { status: 422, message: 'I dati inseriti non sono validi.', fields: { name: 'C\u2019è già.' } }
  await expect(unique(messages, () => violated('23505', 'things_name'))).rejects.toMatchObject(told)
  await expect(unique(messages, () => violated('23503', 'things_name'))).rejects.toMatchObject(told)
  for (const [code, constraint] of [
    ['23505', 'other'],
    ['23502', 'things_name'],
    ['23505', undefined],
  ] as const)
    await expect(unique(messages, () => violated(code, constraint))).rejects.toThrow('x')
  await expect(unique(undefined, () => violated('23505', 'things_name'))).rejects.toThrow('x')
  await expect(unique(messages, () => Promise.reject(new Error('without a cause')))).rejects.toThrow('without a cause')
  expect(await unique(messages, async () => 5)).toBe(5)
})
