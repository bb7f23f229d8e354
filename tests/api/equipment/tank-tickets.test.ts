import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { ticket_history, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { insertTickets } from '../../../server/db/seed/tickets/tickets.ts'
import { inWorld } from '../support/world.ts'

test('in the demo data each failed tank test has a ticket, closed by the passed test', () =>
  inWorld(async ({ db }) => {
    const [tank] = await db.select().from(tanks).limit(1)
    const tested = (date: string, outcome: 'negativo' | 'positivo') => ({
      ...{
        uuid: randomUUID(),
        tank_id: tank!.id,
        station_id: tank!.station_id,
        company: 'Ditta',
        type: 'prova_tenuta' as const,
        date,
        outcome,
      },
      ...{ noted_at: `${date}T09:00:00.000Z`, photos: [], field_revs: {} },
    })
    await db.insert(tank_maintenances).values([tested('2026-02-01', 'negativo'), tested('2026-03-01', 'positivo')])
    await insertTickets(db, { seed: 42, asOf: '2026-11-20' }, 5, '2026-11-19T23:00:00.000Z')
    const failed = await db
      .select({ done: tank_maintenances, ticket: tickets })
      .from(tank_maintenances)
      .leftJoin(tickets, eq(tickets.id, tank_maintenances.ticket_id))
      .where(eq(tank_maintenances.outcome, 'negativo'))
    for (const { done, ticket } of failed)
      expect(ticket).toMatchObject({
        ...{ equipment: { type: 'tank', id: done.tank_id }, station_id: done.station_id, priority: 4, source: 'system', status_id: 5 },
        created_at: expect.stringContaining(done.date),
      })
    const { ticket } = failed.find(({ done }) => done.date === '2026-02-01')!
    expect(ticket!.subject).toBe(`Esito negativo: Prova di tenuta – Cisterna ${tank!.number}`)
    expect(ticket!.completed_at).toMatch(/^2026-03-01/)
    const events = await db.select().from(ticket_history).where(eq(ticket_history.ticket_id, ticket!.id)).orderBy(ticket_history.id)
    expect(events.map(({ event }) => event)).toEqual(['creato', 'assegnato', 'chiuso'])
    expect(await db.$count(tickets)).toBe(failed.length + 5)
  }))
