import type { CustomerKind } from '../../contract/cards/words.ts'
import { requiredIf } from '../../contract/kernel/fields.ts'

/** The fields of a customer that its rules look at. */
export interface CustomerFacts {
  kind: CustomerKind
  businessName?: string | null | undefined
  name?: string | null | undefined
  lastname?: string | null | undefined
  fiscalCode?: string | null | undefined
  piva?: string | null | undefined
  sdi?: string | null | undefined
  pec?: string | null | undefined
  iban?: string | null | undefined
  payment?: string | null | undefined
  marketing?: boolean | undefined
  marketing_at?: string | null | undefined
}

/**
 * The sentences by field for what the kind of a customer asks for; undefined where the field is right. A temporary fiscal code of a person has 11 digits.
 * Source: docs/spec/cards.md#customers
 */
export function customerFaults(customer: CustomerFacts): Record<string, string | undefined> {
  const { kind, fiscalCode, piva, sdi, pec, payment, iban } = customer
  const person = kind === 'privato'
  const company = kind === 'azienda'
  return {
    businessName: requiredIf(!person, 'Ragione sociale', customer.businessName),
    name: requiredIf(person, 'Nome', customer.name),
    lastname: requiredIf(person, 'Cognome', customer.lastname),
    fiscalCode: requiredIf(person, 'Codice fiscale', fiscalCode),
    piva: requiredIf(company, 'Partita IVA', piva),
    sdi: sdiFault(customer),
    pec:
      sdi === '0000000' && !pec
        ? 'Con codice SDI 0000000 è necessario indicare la PEC.'
        : company && !sdi && !pec
          ? 'Indicare il codice SDI o la PEC.'
          : undefined,
    iban: requiredIf(payment === 'sdd', 'IBAN', iban),
    marketing_at: requiredIf(!!customer.marketing, 'Consenso marketing il', customer.marketing_at),
  }
}
/** Public bodies are reached by the 6 characters of their office, everybody else by 7. */
function sdiFault({ kind, sdi }: CustomerFacts) {
  if (!sdi || sdi.length === (kind === 'ente' ? 6 : 7)) return undefined
  return kind === 'ente'
    ? 'Il codice univoco ufficio di un ente pubblico è di 6 caratteri.'
    : 'Il codice destinatario SDI deve essere di 7 caratteri.'
}
