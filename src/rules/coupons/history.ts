import { coupons } from '../../contract/coupons/coupons.ts'
import { orderStatuses, voucherStatuses } from '../../contract/coupons/words.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const couponHistory = {
  coupon_order: {
    name: 'Ordine buoni',
    update: coupons.update,
    labels: {
      number: 'Numero',
      total: 'Totale €',
      vouchers: 'N. buoni',
      issued_at: 'Emesso il',
      sent_at: 'Email inviata il',
      sent_count: 'Invii',
      last_error: 'Ultimo errore di invio',
    },
    words: { status: orderStatuses },
  },
  coupon: {
    name: 'Buono',
    labels: {
      serial: 'Codice',
      denomination: 'Taglio €',
      status: 'Stato',
      used_at: 'Utilizzato il',
      voided_at: 'Annullato il',
      void_reason: 'Motivo',
    },
    words: { status: voucherStatuses },
  },
} satisfies ModelHistories
