import * as v from 'valibot'
import { crud } from './crud.ts'
import { del, get, post, resource } from './endpoint.ts'
import { choice, date, email, flag, iban, longText, maskedCard, optional, optionalText, phone, text } from './fields.ts'

/** Doc 0 §3 and §7 (banks); fields beyond name, note and cards are domain.md 1.5. */
export const cardKinds = { versamento: 'Versamento', aziendale: 'Aziendale', carburante: 'Carburante' } as const
export const BankCard = v.object({
  id: v.optional(v.number()),
  number: maskedCard('Numero carta'),
  kind: choice('Tipo', Object.keys(cardKinds) as (keyof typeof cardKinds)[]),
  holder: optionalText('Intestatario'),
  expires_at: optional(date('Scadenza')),
  note: optionalText('Note'),
})
const fields = {
  name: text('Nome'),
  note: longText('Note'),
  abi: optional(v.pipe(text('ABI'), v.regex(/^\d{5}$/, 'Il codice ABI deve essere di 5 cifre.'))),
  iban: optional(iban('IBAN')),
  branch: optionalText('Filiale'),
  contact: optionalText('Referente'),
  phone: optional(phone('Telefono')),
  email: optional(email('Email')),
  active: v.optional(flag('Attiva'), true),
  cards: v.optional(v.array(BankCard), []),
}
export const BankFields = v.object(fields)
export const StoredFile = v.object({ id: v.number(), name: v.string(), mime: v.string(), size: v.number(), created_at: v.string() })
export const Bank = v.object({ id: v.number(), rev: v.number(), ...fields, pos: v.number(), files: v.array(StoredFile) })
export type Bank = v.InferOutput<typeof Bank>

const plain = crud('/banks', Bank, BankFields, ['Banca creata', 'Banca modificata', 'Banca eliminata'], {
  read: 'banks.read',
  write: 'banks.write',
})
export const banks = resource('banks', {
  ...plain,
  // Of banks alone only undefined fields are dropped (doc 0 §5).
  create: { ...plain.create, keepEmpty: true },
  update: { ...plain.update, keepEmpty: true },
  upload: post('/banks/{id}/upload', { files: true, output: v.array(StoredFile), ok: 'File caricati', policy: 'banks.write' }),
  file: get('/banks/{id}/files/{fileId}', { envelope: 'blob', policy: 'banks.read' }),
  removeFile: del('/banks/{id}/files/{fileId}', { ok: 'File eliminato', policy: 'banks.write' }),
})
