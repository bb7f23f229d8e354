import { expect, test } from 'vitest'
import { openedBy } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('of each agent the screen is told whether they would read it, as the server says when it is sent', () =>
  inWorld(async (world) => {
    const [boss, helper, sara] = [await world.as('sup.ticket'), await world.as('helpdesk'), await world.as('solo.ticket')]
    const t = await openedBy(world, sara)
    const at = `/support/ticket/${t.y}/${t.n}`
    const sees = async () => {
      const all = (await boss.get(`/support/ticket/users?ticket_id=${t.id}`)).body.data as { id: number; sees: boolean }[]
      return all.find(({ id }) => id === helper.user_id)!.sees
    }
    const name = (mentions: number[], internal = true) => boss.post(`${at}/comment`, { message: 'Guarda', internal, mentions })
    expect(await sees()).toBe(true)
    expect((await name([helper.user_id])).status).toBe(201)
    // Somebody else has it: to an operator it is not there any more.
    await boss.post(`${at}/assign`, { user_id: boss.user_id })
    expect(await sees()).toBe(false)
    expect(await name([helper.user_id])).toMatchObject({
      ...{ status: 422, body: { error: { mentions: expect.stringMatching(/ non può leggere questo messaggio\.$/) } } },
    })
    expect((await helper.get(at)).status).toBe(404)
    // Whoever asked reads answers, and no note.
    expect((await name([sara.user_id], false)).status).toBe(201)
    expect((await name([sara.user_id], true)).status).toBe(422)
    expect((await sara.get(at)).body.data.comments).toHaveLength(1)
    expect(JSON.stringify((await sara.get(at)).body.data)).not.toContain(`"internal":true`)
    // Nothing is told of a ticket that the caller does not see.
    expect((await helper.get(`/support/ticket/users?ticket_id=${t.id}`)).body.data[0]).not.toHaveProperty('sees')
    expect((await helper.get('/support/ticket/users')).body.data[0]).not.toHaveProperty('sees')
  }))
