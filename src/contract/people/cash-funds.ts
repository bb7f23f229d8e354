import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { crud, wholeNumber } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choice, date, money, optionalText, reference } from '../kernel/fields.ts'

export const cashKinds = { consegna: 'Consegna', integrazione: 'Integrazione', restituzione: 'Restituzione' } as const
const plain = crud('/cash', {
  fields: {
    kind: v.optional(choice('Movimento', cashKinds), 'consegna'),
    cashFundAmount: money('Importo', { min: 0, max: 99_999_999 }),
    cashFundDate: date('Data'),
    management_id: reference('Gestione'),
    note: optionalText('Note'),
  },
  row: {
    /** The signed receipt. */
    files: v.array(StoredFile),
  },
  ok: ['Fondo Cassa creato', 'Fondo Cassa modificato', 'Fondo Cassa eliminato'],
  read: 'mgmt.read',
  write: 'mgmt.fin',
})
const touches = ['managements'] as const
/** Movements of the cash that a manager is given. The balance is what was given less what came back. */
export const cashFunds = resource('cash_funds', {
  ...plain,
  list: get('/cash', {
    query: v.object({ management: wholeNumber(1) }),
    output: plain.get.output,
    envelope: 'list',
    policy: 'mgmt.read',
    order: 'dal più recente',
    steady: true,
  }),
  create: { ...plain.create, touches },
  update: { ...plain.update, touches },
  remove: { ...plain.remove, touches },
  ...attachments('/cash', { read: 'mgmt.read', write: 'mgmt.fin' }),
  /** (+) Receipt to be signed, as PDF. */
  receipt: get('/cash/{id}/receipt', { envelope: 'blob', policy: 'mgmt.read' }),
})
