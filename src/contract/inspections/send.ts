import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { InspectionId } from './inspections.ts'

/** Whom the verbale of a verifica goes to: the accounts of the station's managers, else the station's own address; empty where nobody has one. */
const Recipients = v.object({
  to: v.array(v.object({ name: v.string(), email: v.string() })),
  /** False where no mail server is configured: then the mail is made and stays on the server. */
  leaves: v.boolean(),
})
const params = v.object({ id: InspectionId })
const path = '/inspection/{id}/send'

export const inspectionSend = resource('inspection-send', {
  readers: get(path, { params, output: Recipients, policy: 'insp' }),
  /** 409 where the verifica is not completed, or nobody has an address. */
  send: post(path, { params, output: Recipients, success: [200], policy: 'insp' }),
})
