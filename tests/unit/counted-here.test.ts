// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import { countedWith } from '../../src/features/inspections/counted-here.ts'

const work = (...steps: [endpoint: string, status: string | undefined, state?: string][]) =>
  ({
    steps: steps.map(([endpoint, status, state = 'queued']) => ({ endpoint, state, input: { id: 'x', ...(status && { status }) } })),
  }) as never
const server = { drafts: 2, planned: 3, open_nc: 4 }

test('what waits on the device counts as what the server will make of it', () => {
  const begun = work(['inspections.create', 'draft'], ['inspections.update', undefined])
  const planned = work(['inspections.update', 'draft'])
  const completed = work(['inspections.update', 'completed'])
  expect(countedWith(server, [begun])).toEqual({ drafts: 3, planned: 3, open_nc: 4 })
  expect(countedWith(server, [planned])).toEqual({ drafts: 3, planned: 2, open_nc: 4 })
  expect(countedWith(server, [completed])).toEqual({ drafts: 1, planned: 3, open_nc: 4 })
  expect(countedWith(server, [work(['inspections.update', 'draft'], ['inspections.update', 'completed'])])).toEqual({
    drafts: 2,
    planned: 2,
    open_nc: 4,
  })
})
test('what the server has received, and what is of other kinds, changes nothing; no figure falls below zero', () => {
  const sent = work(['inspections.update', 'draft', 'sent'])
  expect(countedWith(server, [sent, work(['tickets.create', undefined])])).toEqual(server)
  expect(countedWith({ drafts: 0, planned: 0, open_nc: 0 }, [work(['inspections.update', 'completed'])])).toEqual({
    drafts: 0,
    planned: 0,
    open_nc: 0,
  })
})
