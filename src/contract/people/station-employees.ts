import * as v from 'valibot'
import { attachments } from '../kernel/attachments.ts'
import { crud } from '../kernel/crud.ts'
import { post, resource } from '../kernel/endpoint.ts'
import { choice, date, email, optional, phone, reference } from '../kernel/fields.ts'
import { anyId, booleanParam, listParam } from '../kernel/filters.ts'
import { documentFields, PersonDocument } from './managers.ts'
import { maskedFields, personalFields, revealBody } from './personal.ts'

export const jobs = {
  addetto_piazzale: 'Addetto piazzale',
  cassiere: 'Cassiere',
  barista: 'Barista',
  lavaggista: 'Addetto lavaggio',
  responsabile: 'Responsabile',
  altro: 'Altro',
} as const
const named = v.object({ id: v.number(), name: v.string(), lastname: v.string() })
const path = '/managers/station-employee'
const plain = crud(path, {
  fields: {
    ...personalFields,
    phone: optional(phone('Telefono')),
    email: optional(email('Email')),
    manager_id: reference('Gestore'),
    station_id: optional(reference('Punto vendita')),
    job: optional(choice('Mansione', jobs)),
    hired_at: optional(date('Assunto il')),
    left_at: optional(date('Cessato il')),
    gpl_course_at: optional(date('Addestramento GPL')),
  },
  row: {
    manager: named,
    station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    /** Has not left. */
    active: v.boolean(),
    /** The nearest of the days on which the identity card, the health card and the documents expire. */
    document_expiration: v.nullable(v.string()),
  },
  filters: {
    manager_id: anyId,
    station_id: anyId,
    job: listParam(v.picklist(Object.keys(jobs) as [keyof typeof jobs])),
    active: booleanParam,
  },
  order: 'lastname',
  // The text of the deletion is that of the documents.
  ok: ['Dipendente Stazione creato', 'Dipendente Stazione modificato', 'Manager eliminato'],
  read: 'mgmt.read',
  write: 'mgmt.write',
})
const { upload, file, removeFile } = attachments(path, { read: 'mgmt.read', write: 'mgmt.write' })
/** The specification gives an employee's documents with the list and leaves them out where one is read alone. */
const ListRow = v.object({ ...plain.list.output.entries, ...maskedFields, documents: v.array(PersonDocument) })
const output = v.object({ ...plain.get.output.entries, ...maskedFields })
const touches = ['managers', 'expirations'] as const
export const stationEmployees = resource('station_employees', {
  ...plain,
  list: { ...plain.list, output: ListRow, steady: 10 },
  get: { ...plain.get, output, steady: 10 },
  create: { ...plain.create, output, touches },
  update: { ...plain.update, output, touches },
  remove: { ...plain.remove, touches },
  upload: { ...upload, body: v.object(documentFields), output: v.array(PersonDocument), touches },
  file,
  removeFile: { ...removeFile, touches },
  /** (+) The masked fields in full. The reason is written to the activity log. */
  reveal: post(`${path}/{id}/reveal`, {
    body: revealBody,
    output: v.object(maskedFields),
    success: [200],
    policy: 'mgmt.reveal',
  }),
})
