import type { customerFields } from '../../../contract/cards/customers.ts'
import type { CustomerKind } from '../../../contract/cards/words.ts'

export type Field = keyof typeof customerFields
/** The fields of a customer in sections. */
export const sections: readonly { title: string; names: readonly Field[] }[] = [
  { title: 'Anagrafica', names: ['kind', 'code', 'businessName', 'name', 'lastname', 'piva', 'fiscalCode', 'station_id'] },
  { title: 'Indirizzo e contatti', names: ['address', 'cap', 'city', 'province', 'email', 'phone', 'mobile', 'email_invoices'] },
  { title: 'Fatturazione e pagamento', names: ['sdi', 'pec', 'payment', 'iban', 'credit_limit'] },
  { title: 'Consensi', names: ['privacy_at', 'privacy_origin', 'marketing', 'marketing_at', 'marketing_origin'] },
  { title: 'Note', names: ['note'] },
]
export const allFields = sections.flatMap(({ names }) => names)

const ofPersons: readonly Field[] = ['name', 'lastname']
const ofCompanies: readonly Field[] = ['businessName', 'piva', 'sdi', 'pec']
/** Whether a field belongs to this kind of customer. */
export const belongsTo = (kind: CustomerKind | null, name: Field) =>
  !(kind === 'privato' ? ofCompanies : ofPersons).includes(name) || (kind === null && !ofPersons.includes(name))
