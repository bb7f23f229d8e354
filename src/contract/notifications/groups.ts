import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choices, flag, multipleEmail, optional, optionalText, reference, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'
import { roleNames } from '../kernel/roles.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { notificationChannels, notificationEvents } from './words.ts'

/** Who is told of what, and how (doc 1 §7; domain.md 1.6). */
const Named = v.object({ id: v.number(), name: v.string() })
const Member = v.object({ ...Named.entries, email: v.string(), roles: v.array(v.picklist(roleNames)) })
export type Member = v.InferOutput<typeof Member>
const { list, create, update, ...plain } = crud('/support/notification-groups', {
  fields: {
    name: text('Nome'),
    description: optionalText('Descrizione'),
    emails: optional(multipleEmail('Email aggiuntive')),
    channels: v.optional(choices('Canali', notificationChannels), ['mail', 'push']),
    events: v.optional(choices('Eventi', notificationEvents), []),
    active: v.optional(flag('Attivo'), true),
  },
  row: { users_count: v.number() },
  /** Their ids, and who they are: also those who are disabled since. */
  record: { users: v.array(v.number()), people: v.array(Member) },
  filters: { active: booleanParam },
  ok: ['Gruppo Notifica creato', 'Gruppo Notifica modificato', 'Gruppo Notifica eliminato'],
  read: 'tickets.config',
  write: 'tickets.config',
})
/** The ids of its people; left out, they stay. */
const users = v.optional(labelled('Utenti', v.pipe(v.array(reference('Utente')), v.maxLength(500, 'Al massimo 500 utenti.'))))

export const notificationGroups = resource('notification-groups', {
  ...plain,
  list,
  create: { ...create, body: v.object({ ...create.body.entries, users }) },
  update: { ...update, body: v.object({ ...update.body.entries, users }) },
  /** The active ones, by name. */
  names: get('/support/notification-groups/lst', { output: Named, envelope: 'list', policy: 'lookup.groups', steady: true }),
  /** Who may be in one: whoever is enabled, by name. */
  available: get('/support/notification-groups/available-users', {
    output: Member,
    envelope: 'list',
    policy: 'tickets.config',
  }),
})
