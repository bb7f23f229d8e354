import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { couponOrder as order } from '../support/coupon-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('of an order that has expired no mail, PDF or repeated mail is made; on its last day all three still are', async () => {
  const clock = { now: new Date('2026-11-25T09:00:00Z') }
  await inWorld(
    async ({ as, db, prints, mails }) => {
      const conti = await as('contabilita')
      const { id, number, expires_at } = (await conti.post('/coupons', { ...order, payment: 'omaggio' })).body.data
      await conti.post(`/coupons/${id}/issue`)
      await prints()
      const sent = async () => (await mails()).filter(({ subject }) => subject === `Buoni carburante – ordine ${number}`).length
      expect(await sent()).toBe(1)
      // One whose mail waits over the last midnight.
      clock.now = new Date(`${expires_at}T12:00:00Z`)
      const late = await as('contabilita')
      expect((await late.get(`/coupons/download/${id}`)).status).toBe(200)
      expect((await late.get(`/coupons/generate/${id}`)).status).toBe(200)
      clock.now = new Date(clock.now.getTime() + 86_400_000)
      await prints()
      expect(await sent()).toBe(1)
      const after = await as('contabilita')
      for (const call of ['download', 'generate'])
        expect(await after.get(`/coupons/${call}/${id}`), call).toMatchObject({
          status: 409,
          body: { error: 'Nessun buono di questo ordine si può ancora spendere.' },
        })
      await prints()
      expect(await sent()).toBe(1)
      expect(await db.$count(coupons, and(eq(coupons.order_id, id), eq(coupons.status, 'issued')))).toBe(5)
    },
    () => clock.now,
  )
})
