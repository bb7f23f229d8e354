import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inWorld } from '../support/world.ts'

const HOUR = 3_600_000
const state = (uuid: string, more: object = {}) => ({
  ...{ uuid, app_version: 'v1', unsent: 3, oldest_age_s: 7200, persistent: true, usage: 1_000_000, quota: 5_000_000_000 },
  ...more,
})

test('only a super administrator sees devices; whoever is signed in reports', () =>
  inWorld(async ({ as }) => {
    const inspector = await as('ispettore')
    expect((await inspector.get('/devices')).status).toBe(403)
    expect((await (await as(undefined)).post('/devices/report', state(randomUUID()))).status).toBe(401)
    expect((await inspector.post('/devices/report', state(randomUUID()))).status).toBe(200)
  }))

test('a device is one row, as last reported; silent for a day with unsent work it is flagged', () => {
  let now = Date.now()
  return inWorld(
    async ({ as }) => {
      const uuid = randomUUID()
      const idle = randomUUID()
      const start = now
      const inspector = await as('ispettore')
      await inspector.post('/devices/report', state(uuid, { unsent: 9 }))
      await inspector.post('/devices/report', state(uuid))
      await inspector.post(
        '/devices/report',
        state(idle, { unsent: 0, oldest_age_s: 60, usage: undefined, quota: undefined, persistent: false }),
      )
      const rows = async (query = '') => (await (await as('admin')).get(`/devices${query}`)).body.data
      const all = await rows()
      expect(all.total).toBe(2)
      const row = all.data.find((one: { id: string }) => one.id === uuid)
      expect(row).toMatchObject({
        unsent: 3,
        app_version: 'v1',
        persistent: true,
        usage: 1_000_000,
        silent: false,
        user: { id: inspector.user_id },
      })
      expect(row.oldest_at).toBe(new Date(start - 2 * HOUR).toISOString())
      expect(all.data.find((one: { id: string }) => one.id === idle)).toMatchObject({ oldest_at: null, usage: null })
      now += 25 * HOUR
      expect((await rows('?silent=1')).data.map((one: { id: string }) => one.id)).toEqual([uuid])
      expect((await rows('?silent=0')).data.map((one: { id: string }) => one.id)).toEqual([idle])
    },
    () => new Date(now),
  )
})

test('a report with nonsense in it is refused', () =>
  inWorld(async ({ as }) => {
    const inspector = await as('ispettore')
    for (const wrong of [{ uuid: 'x' }, { unsent: -1 }, { usage: -5 }, { app_version: 'v'.repeat(41) }])
      expect((await inspector.post('/devices/report', state(randomUUID(), wrong))).status).toBe(422)
  }))
