import * as v from 'valibot'
import { attachments, StoredFile } from '../../src/contract/kernel/attachments.ts'
import { crud } from '../../src/contract/kernel/crud.ts'
import { resource } from '../../src/contract/kernel/endpoint.ts'
import {
  choice,
  date,
  decimal,
  email,
  flag,
  iban,
  longText,
  optional,
  optionalText,
  phone,
  text,
} from '../../src/contract/kernel/fields.ts'
import { IconFile as icon } from '../../src/ui/icons.tsx'

const Part = v.object({
  id: v.optional(v.number()),
  label: text('Sigla'),
  due: optional(date('Scadenza')),
  kind: v.optional(choice('Genere', { a: 'Alfa', b: 'Beta' }), 'b'),
})
export const rights = { read: 'banks.read', write: 'banks.write' } as const
const plain = crud('/things', {
  fields: {
    name: text('Nome'),
    colour: optional(choice('Colore', { red: 'Rosso', blue: 'Blu' })),
    since: optional(date('Dal')),
    weight: optional(decimal('Peso', { scale: 3 })),
    phone: optional(phone('Telefono')),
    email: optional(email('Email')),
    iban: optional(iban('IBAN')),
    active: v.optional(flag('Attiva'), true),
    note: longText('Note'),
    plain: optionalText('Semplice'),
    parts: v.optional(v.array(Part), []),
  },
  record: { files: v.array(StoredFile) },
  ok: ['Cosa creata', 'Cosa modificata', 'Cosa eliminata'],
  ...rights,
})
/** A resource with a field of each kind. */
export const things = resource('things' as never, { ...plain, ...attachments('/things', rights) })
export const words = { title: 'Cose', fresh: 'Nuova cosa', thing: 'la cosa', none: 'Nessuna cosa.', icon } as const
export const record = {
  id: 1,
  rev: 4,
  name: 'Prima',
  colour: 'red',
  since: '2026-07-05',
  weight: 1234.5,
  phone: '+390521123456',
  email: 'a@example.it',
  iban: 'IT60X0542811101000000123456',
  active: true,
  note: null,
  plain: null,
  parts: [
    { id: 10, label: 'P1', due: '2027-01-31', kind: 'a' },
    { id: 11, label: 'P2', due: null, kind: 'b' },
  ],
  files: [{ id: 3, name: 'a.pdf', mime: 'application/pdf', size: 1_000, created_at: '2026-07-05T10:00:00Z' }],
} as any
const { parts: _, files: __, ...rest } = record
/** As a list has it. */
export const row = rest
