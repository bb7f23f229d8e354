import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, date, integer, optional, optionalText, reference, regexText } from '../kernel/fields.ts'
import { anyId } from '../kernel/filters.ts'
import { pieceStatuses } from './piece-kinds.ts'

/** "POS" terminals. The specification reads them only in the data table; the list, by station or bank, is an addition. */
export const posTypes = { opt: 'Integrato OPT/accettatore', cassa: 'Cassa', mobile: 'Mobile', softpos: 'SoftPOS' } as const
export const posNetworks = { ethernet: 'Ethernet', wifi: 'Wi-Fi', gprs: 'GPRS', pstn: 'PSTN' } as const
const fields = {
  tml: optional(regexText('TML', /^[A-Z0-9]{5,16}$/, 'Il codice TML deve essere di 5-16 lettere maiuscole o cifre.')),
  serial: optionalText('Seriale'),
  type: optional(choice('Tipo', posTypes)),
  brand: optionalText('Marca'),
  model: optionalText('Modello'),
  bank_id: optional(reference('Banca')),
  network: optional(choice('Rete', posNetworks)),
  side: optional(integer('Lato', { min: 0, max: 9 })),
  device_id: optional(reference('Dispositivo')),
  status: v.optional(v.nullable(choice('Stato', pieceStatuses)), 'attivo'),
  installed_at: optional(date('Installato il')),
}
const named = v.object({ id: v.number(), name: v.string() })
const plain = crud('/bank/pos', {
  fields,
  row: { station_id: v.number(), bank: v.nullable(named), station: v.object({ id: v.number(), code: v.string(), name: v.string() }) },
  filters: { station_id: anyId, bank_id: anyId },
  order: 'tml',
  ok: ['POS Creato', 'POS modificato', 'POS eliminato'],
  ...{ read: 'net.fin', write: 'net.fin' },
  only: ['list', 'create', 'update', 'remove'],
})
export const pos = resource('pos', {
  ...plain,
  /** (+) Banks by name, for callers who may not read the banks themselves. */
  banks: get('/suggestions/banks', { output: named, envelope: 'list', policy: 'net.fin', steady: true }),
  create: post('/bank/pos', { ...plain.create, body: v.object({ station_id: reference('Punto vendita'), ...fields }) }),
})
