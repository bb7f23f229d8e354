import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { resource } from '../kernel/endpoint.ts'
import { choice, date, email, flag, iban, longText, maskedCard, optional, optionalText, phone, regexText, text } from '../kernel/fields.ts'

export const cardKinds = { versamento: 'Versamento', aziendale: 'Aziendale', carburante: 'Carburante' } as const
const BankCard = v.object({
  id: v.optional(v.number()),
  number: maskedCard('Numero carta'),
  kind: v.optional(choice('Tipo', cardKinds), 'aziendale'),
  holder: optionalText('Intestatario'),
  expires_at: optional(date('Scadenza')),
  note: optionalText('Note'),
})
export const banks = resource(
  'banks',
  crud('/banks', {
    fields: {
      name: text('Nome'),
      abi: optional(regexText('ABI', /^\d{5}$/, 'Il codice ABI deve essere di 5 cifre.')),
      iban: optional(iban('IBAN')),
      branch: optionalText('Filiale'),
      contact: optionalText('Referente'),
      phone: optional(phone('Telefono')),
      email: optional(email('Email')),
      active: v.optional(flag('Attiva'), true),
      note: longText('Note'),
      cards: v.optional(v.array(BankCard), []),
    },
    row: { cards_count: v.number(), pos_count: v.number() },
    also: ['files'],
    bulk: true,
    // For banks, unlike other resources, the specification sends empty fields too.
    keepEmpty: true,
    ok: ['Banca creata', 'Banca modificata', 'Banca eliminata'],
    read: 'banks.read',
    write: 'banks.write',
  }),
)
