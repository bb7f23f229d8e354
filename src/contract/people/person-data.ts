import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { archiveQuery, type ErasureGround, erasureGrounds } from '../kernel/erasure.ts'
import { choice } from '../kernel/fields.ts'

/** What stays of a manager or an employee, by ground. */
export const keptOfPerson: Readonly<Record<ErasureGround, readonly string[]>> = {
  nessuno: [],
  fiscale: ['name', 'lastname', 'fiscalCode', 'residence'],
  contenzioso: ['name', 'lastname', 'fiscalCode', 'residence', 'bornDate', 'bornIn', 'phone', 'email', 'note'],
}
const archive = { query: archiveQuery, envelope: 'blob', policy: 'mgmt.reveal' } as const
const erase = {
  body: v.object({ ground: choice('Motivo di conservazione', erasureGrounds) }),
  ...({ envelope: 'none', success: [204], ok: 'Dati della persona cancellati', policy: 'mgmt.write' } as const),
}
/** (+) All that is kept about a manager or an employee of a station, and its erasure, which cannot be taken back. */
export const personData = resource('person-data', {
  manager: get('/managers/{id}/archive', archive),
  employee: get('/managers/station-employee/{id}/archive', archive),
  eraseManager: post('/managers/{id}/erase', { ...erase, touches: ['managements', 'users', 'expirations'] }),
  eraseEmployee: post('/managers/station-employee/{id}/erase', { ...erase, touches: ['expirations'] }),
})
