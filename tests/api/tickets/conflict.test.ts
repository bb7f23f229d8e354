import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('of two who change a ticket at once the second is refused, told what stands, and writes nothing until they know it', () =>
  inWorld(async (world) => {
    const [boss, desk] = [await world.as('admin'), await world.as('helpdesk')]
    const { y, n, id } = await openedBy(world, boss)
    const at = `/support/ticket/${y}/${n}/update`
    const row = async () => (await world.db.select().from(tickets).where(eq(tickets.id, id)))[0]!
    const { rev } = await row()
    const answers = await Promise.all([
      boss.post(at, { rev, subject: 'Del capo', priority: 4 }),
      desk.post(at, { rev, subject: 'Del banco', contact: 'Rossi' }),
    ])
    expect(answers.map(({ status }) => status)).toHaveMembers([200, 409])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [any, any]
    expect(lost.body).toMatchObject({ code: 'stale', data: { rev: rev + 1, subject: won.body.data.subject } })
    expect(await row()).toMatchObject({ rev: rev + 1, subject: won.body.data.subject })
    expect((await desk.post(at, { rev: rev + 1, subject: 'Del banco' })).status).toBe(200)
    expect(await row()).toMatchObject({ rev: rev + 2, subject: 'Del banco' })
  }))
