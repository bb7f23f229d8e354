import { expect, test } from 'vitest'
import { lineOf } from '../../resources/registry.ts'
import { calls, fire, shot } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

test('an update that does not say what it was made from is refused wherever the record has a revision, and nothing is written', () =>
  inWorld(async ({ app, as }) => {
    const people = [await as('admin'), await as('ispettore')]
    const revised = calls.filter(({ method, output }) => method === 'PUT' && 'rev' in ((output as { entries?: object })?.entries ?? {}))
    for (const call of revised) {
      const { payload, ...rest } = shot(call, 'least')
      const { rev: _, ...body } = JSON.parse(String(payload)) as { rev?: unknown }
      for (const rev of [undefined, null]) {
        const answers = await Promise.all(
          people.map(({ token }) =>
            fire(app, 'PUT', { ...rest, payload: JSON.stringify({ ...body, rev }) }, { authorization: `Bearer ${token}` }),
          ),
        )
        const told = answers.filter(({ statusCode }) => statusCode !== 403).map((answer) => [answer.statusCode, answer.json().error.rev])
        expect(told.length, call.name).toBeGreaterThan(0)
        expect(new Set(told.map(String)), call.name).toEqual(new Set(['422,Il campo Revisione è obbligatorio.']))
      }
    }
    const told = calls.filter((call) => lineOf(call).revised).map(({ name }) => name)
    expect(revised.map(({ name }) => name).sort(), 'those that tests/resources says are revised').toEqual(told.sort())
  }))
