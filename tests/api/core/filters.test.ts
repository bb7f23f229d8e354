import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commonParameters } from '../../resources/known.ts'
import { fileOf, lineOf, resources } from '../../resources/registry.ts'
import { calls, label } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

type Row = any
type Filters = Record<string, (row: Row) => unknown>
const lists = calls.filter(({ method, envelope }) => method === 'GET' && envelope === 'page')
/** The filters of a call in `tests/resources`; undefined where they are tried elsewhere. */
const filtersOf = (call: (typeof calls)[number]) => {
  const { filters = {} } = lineOf(call)
  return typeof filters === 'string' ? undefined : (filters as Filters)
}

test('every filter that a list declares is known in tests/resources, and no other', () => {
  const common: readonly string[] = commonParameters
  for (const call of lists) {
    const declared = Object.keys(call.query?.entries ?? {}).filter((name) => !common.includes(name))
    const known = filtersOf(call)
    if (known) expect(Object.keys(known), `filters of ${label(call)} in ${fileOf(call)}`).toHaveMembers(declared)
  }
})

test('a filter gives the rows it is about, all of them and no other', () =>
  inWorld(async (world) => {
    const [admin, ivan] = [await world.as('admin'), await world.as('ispettore')]
    const ago = (days: number) => new Date(world.deps.now().getTime() - days * 86_400_000).toISOString()
    for (const { rows } of resources) await rows?.({ ...world, admin, ivan, ago })

    const wrong: string[] = []
    for (const call of lists) {
      const { path } = call
      const list = label(call)
      const filters = filtersOf(call) ?? {}
      if (!Object.keys(filters).length) continue
      const rows = async (query: string): Promise<Row[]> => {
        const { status, body } = await admin.get(`${path}?per_page=100${query}`)
        expect(status, `${path} ${query}`).toBe(200)
        expect(body.data.total, `${path}: more than a page`).toBeLessThanOrEqual(100)
        return body.data.data
      }
      const all = await rows('')
      for (const [name, of] of Object.entries(filters)) {
        const has = (row: Row, value: unknown) => [of(row)].flat().includes(value)
        const known = [...new Set(all.flatMap(of))].filter((value) => value !== null && value !== undefined)
        // A filter is only tried where some rows pass it and some do not.
        const telling = known.filter((value) => all.some((row) => has(row, value)) && all.some((row) => !has(row, value)))
        if (!telling.length) wrong.push(`${list} ${name}: no two rows of the test differ in it`)
        const passes = (row: Row, value: unknown) => {
          const own: any = of(row)
          if (name === 'min_total') return own >= Number(value)
          if (name === 'max_total') return own <= Number(value)
          if (name === 'from') return own !== null && String(own) >= String(value)
          if (name === 'to') return own !== null && String(own) <= String(value)
          return has(row, value)
        }
        for (const value of telling.slice(0, 3)) {
          const given = (await rows(`&${name}=${encodeURIComponent(String(value))}`)).map(({ id }) => id)
          const due = all.filter((row) => passes(row, value)).map(({ id }) => id)
          if (JSON.stringify(given.sort()) !== JSON.stringify(due.sort()))
            wrong.push(
              `${list} ${name}=${value}: ${given.length} rows (${given.slice(0, 5)}) instead of ${due.length} (${due.slice(0, 5)})`,
            )
        }
        // Several at once, where the filter takes several.
        const [one, other] = telling
        if (
          one !== undefined &&
          typeof one !== 'boolean' &&
          other !== undefined &&
          !['from', 'to', 'min_total', 'max_total'].includes(name)
        ) {
          const given = (await rows(`&${name}=${encodeURIComponent(String(one))}&${name}=${encodeURIComponent(String(other))}`)).length
          const due = all.filter((row) => has(row, one) || has(row, other)).length
          if (given !== due) wrong.push(`${list} ${name} of two values: ${given} rows instead of ${due}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }))

test('what is wrong in a query stands under the name of its field', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const { status, body } = await admin.get('/inspection?page=0&from=ieri&status=aperta&model_id=x')
    expect(status).toBe(422)
    expect(Object.keys(body.error)).toHaveMembers(['from', 'model_id.0', 'page', 'status.0'])
    expect(body.error.from).toBe('Parametro from: il campo Dal non contiene una data valida.')
    for (const [name, said] of Object.entries(body.error)) expect(said).toMatch(new RegExp(`^Parametro ${name.split('.')[0]}: .+\\.$`))
  }))

test('a facet counts the rows of each value of a filter, under the other filters and within each one’s reach', () =>
  inWorld(async ({ as, db }) => {
    const counting = calls.flatMap((call) => {
      const { facet } = (call.query?.entries ?? {}) as { facet?: { wrapped: { options: string[] } } }
      const names = facet?.wrapped.options ?? []
      expect(lineOf(call).facets ?? [], `facets of ${label(call)} in ${fileOf(call)}`).toEqual(names)
      return names.map((name) => ({ path: call.path, name }))
    })
    expect(counting.length).toBeGreaterThan(16)
    await db.execute(sql`update stations set status = 'maintenance' where id = (select min(id) from stations)`)
    for (const table of ['fuels', 'ticket_categories'])
      await db.execute(sql.raw(`update ${table} set active = false where id = (select max(id) from ${table})`))
    for (const name of ['admin', 'ispettore']) {
      const person = await as(name)
      for (const { path, name: facet } of counting) {
        const total = async (query: string) => (await person.get(`${path}?per_page=5${query}`)).body.data?.total
        const reply = await person.get(`${path}?per_page=5&facet=${facet}`)
        if (name !== 'admin' && reply.status === 403) continue
        expect(reply.body, path).toHaveProperty('data')
        const counts = Object.entries<number>(reply.body.data.counts)
        expect(counts.length, `${name} ${path} ${facet}`).toBeGreaterThan(0)
        // A day is counted for a calendar, and found by its two ends.
        const filter = (value: string) => (facet === 'date' ? `&from=${value}&to=${value}` : `&${facet}=${encodeURIComponent(value)}`)
        for (const [value, count] of counts.slice(0, 60)) expect(await total(filter(value)), `${path} ${facet}=${value}`).toBe(count)
      }
    }
    const admin = await as('admin')
    const of = async (query: string) => (await admin.get(`/inspection?facet=status&per_page=5${query}`)).body.data
    const provinces = (await admin.get('/inspection?facet=province')).body.data.counts
    const [province, inIt] = Object.entries<number>(provinces)[0]!
    const sum = Object.values<number>((await of(`&province=${province}`)).counts).reduce((one, other) => one + other, 0)
    expect(sum, 'under the other filters').toBe(inIt)
    expect(await of('').then(({ counts }) => counts)).not.toEqual((await of(`&province=${province}`)).counts)
    expect((await admin.get('/inspection')).body.data, 'only where it is asked for').not.toHaveProperty('counts')
    expect((await admin.get('/inspection?facet=answers')).status).toBe(422)
  }))
