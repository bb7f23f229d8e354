import { cards } from '../../contract/cards/cards.ts'
import { customers } from '../../contract/cards/customers.ts'
import { blockReasons, cardStatuses, cardTypes } from '../../contract/cards/words.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const cardHistory = {
  customer: {
    name: 'Cliente',
    update: customers.update,
    labels: {
      active: 'Attivo',
      username: 'Utente portale',
      portal_enabled: 'Portale attivo',
      credentials_sent_at: 'Credenziali inviate il',
    },
  },
  card: {
    name: 'Tessera',
    update: cards.update,
    labels: {
      ...{ type: 'Tipo', status: 'Stato', plate: 'Targa', foreign_plate: 'Targa estera', customer_id: 'Cliente' },
      ...{ block_reason: 'Motivo blocco', delivered_at: 'Consegnata il', replaced_by_id: 'Sostituita da' },
    },
    words: { type: cardTypes, status: cardStatuses, block_reason: blockReasons },
  },
} satisfies ModelHistories
