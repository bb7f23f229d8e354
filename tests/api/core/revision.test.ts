import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { lineOf } from '../../resources/registry.ts'
import { calls, fire, shot } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

const pages = new URL('../../../docs/spec/', import.meta.url)
const tables = readdirSync(pages)
  .filter((name) => name.endsWith('.md'))
  .map((page) => readFileSync(new URL(page, pages), 'utf8'))
  .join('\n')
const revised = calls.filter(({ method, output }) => method === 'PUT' && 'rev' in ((output as { entries?: object })?.entries ?? {}))
const mayOmit = ({ body }: (typeof calls)[number]) => body!.entries.rev!.type === 'optional'
const documented = ({ path }: { path: string }) => new RegExp(`\\| PUT \\| \`${path.replace(/\{\w+\}/g, '\\{\\w+\\}')}\` \\|`).test(tables)

test('an update of the documents may leave out what it was made from, but for a verifica; all others are refused without', () =>
  inWorld(async ({ app, as }) => {
    const people = [await as('admin'), await as('ispettore')]
    for (const call of revised) {
      const { payload, ...rest } = shot(call, 'least')
      const { rev: _, ...body } = JSON.parse(String(payload)) as { rev?: unknown }
      for (const rev of [undefined, null]) {
        const answers = await Promise.all(
          people.map(({ token }) =>
            fire(app, 'PUT', { ...rest, payload: JSON.stringify({ ...body, rev }) }, { authorization: `Bearer ${token}` }),
          ),
        )
        const told = answers.filter(({ statusCode }) => statusCode !== 403).map((answer) => String(answer.json().error?.rev))
        expect(told.length, call.name).toBeGreaterThan(0)
        const free = rev === undefined && mayOmit(call)
        expect(new Set(told), call.name).toEqual(new Set([free ? 'undefined' : 'Il campo Revisione è obbligatorio.']))
      }
    }
    const told = calls.filter((call) => lineOf(call).revised).map(({ name }) => name)
    expect(
      revised.map(({ name }) => name),
      'those that tests/resources says are revised',
    ).toHaveMembers(told)
    const known = revised.filter((call) => documented(call) && !mayOmit(call)).map(({ path }) => path)
    expect(known, 'of the documents').toEqual(['/inspection/{id}'])
    expect(revised.filter(documented).length).toBeGreaterThan(30)
  }))

test('a caller that knows no revision overwrites what is there; one that says an old one gets the record as it is', () =>
  inWorld(async ({ as, db }) => {
    const office = await as('contabilita')
    const { body } = await office.post('/banks', { name: 'Banca di prova' })
    const path = `/banks/${body.data.id}`
    expect((await office.put(path, { name: 'Banca nuova', rev: 1 })).body.data.rev).toBe(2)
    const late = await office.put(path, { name: 'Banca vecchia', rev: 1 })
    expect([late.status, late.body.data.name]).toEqual([409, 'Banca nuova'])
    const free = await office.put(path, { name: 'Banca di altri' })
    expect([free.status, free.body.data.rev]).toEqual([200, 3])
    expect((await db.select({ name: banks.name }).from(banks).where(eq(banks.id, body.data.id)))[0]).toEqual({ name: 'Banca di altri' })
  }))
