import type { Caller } from './world.ts'

/** An order of vouchers as it is sent. */
export const couponOrder = {
  businessName: 'Trasporti Prova S.r.l.',
  piva: '00743110157',
  emails: 'ordini@example.it;acquisti@example.it',
  rows: [
    { denomination: 10, quantity: 3 },
    { denomination: 50, quantity: 2 },
  ] as { denomination: 10 | 50; quantity: number }[],
  payment: 'bonifico' as const,
}
/** Issues the vouchers of an order that was paid on `paid_at`. */
export async function issuedOrder(by: Caller, paid_at: string) {
  const made = (await by.post('/coupons', couponOrder)).body.data
  await by.put(`/coupons/${made.id}`, { rev: made.rev, status: 'paid', paid_at })
  return by.post(`/coupons/${made.id}/issue`)
}
