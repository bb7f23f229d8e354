import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choices, flag, multipleEmail, optional, optionalText, reference, text } from '../kernel/fields.ts'
import { booleanParam } from '../kernel/filters.ts'
import { roleNames } from '../kernel/roles.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { type NotificationEvent, notificationChannels, notificationEvents } from './words.ts'

/** Events that a group can ask for. The others concern single people, whatever their groups are. */
export const groupEvents = [
  ...(['ticket_created', 'ticket_assigned', 'ticket_comment', 'ticket_closed', 'ticket_late'] as const),
  ...(['expiration_due', 'expiration_late', 'obligation_due', 'obligation_late', 'inspection_nc', 'job_failed'] as const),
  ...(['order_created', 'order_status', 'stock_low', 'coupon_issued', 'gpl_request'] as const),
] satisfies readonly NotificationEvent[]

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
  /** The members' ids, and the members, including those who were disabled since. */
  record: { users: v.array(v.number()), people: v.array(Member) },
  filters: { active: booleanParam },
  ok: ['Gruppo Notifica creato', 'Gruppo Notifica modificato', 'Gruppo Notifica eliminato'],
  read: 'tickets.config',
  write: 'tickets.config',
})
/** Ids of the members; if missing, the members stay. */
const users = v.optional(labelled('Utenti', v.pipe(v.array(reference('Utente')), v.maxLength(500, 'Al massimo 500 utenti.'))))

export const notificationGroups = resource('notification-groups', {
  ...plain,
  list,
  create: { ...create, body: v.object({ ...create.body.entries, users }) },
  update: { ...update, body: v.object({ ...update.body.entries, users }) },
  /** Active groups by name. */
  names: get('/support/notification-groups/lst', { output: Named, envelope: 'list', policy: 'lookup.groups', steady: true }),
  /** Enabled users by name, who may become members. */
  available: get('/support/notification-groups/available-users', {
    output: Member,
    envelope: 'list',
    policy: 'tickets.config',
  }),
})
