import * as v from 'valibot'
import { get, resource } from '../kernel/endpoint.ts'
import { booleanParam } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'

const counts = {
  expirations: v.number(),
  obligations: v.number(),
  tanks: v.number(),
  tickets: v.number(),
  mails: v.number(),
  pushes: v.number(),
}
/** Administrative commands. */
export const commands = resource('commands', {
  /** Brings the ministry's registry and prices in, as a job. `force`: also what is there already, or looks incomplete. */
  miseimport: get('/commands/miseimport', {
    query: v.object({ force: booleanParam }),
    output: Job,
    acts: true,
    ok: 'Job avviato',
    touches: ['jobs', 'mimit'],
    policy: 'super',
  }),
  /** Writes expirations and GPL courses to the company's calendar, at most 300 changes at once; `left` are still to be made. Answers 501 while no calendar is configured; nothing is queued. */
  events: get('/commands/events', {
    output: v.object({ events: v.number(), left: v.number() }),
    acts: true,
    ok: 'Calendario aggiornato',
    touches: ['expirations'],
    policy: 'super',
  }),
  /** (+) The calendar that is written to; null while none is configured. */
  calendar: get('/commands/calendar', { output: v.object({ name: v.nullable(v.string()) }), policy: 'super' }),
  /** Tells of what is late: expirations, obligations, tanks of GPL cards and tickets, at most one notice of each in 24 hours, or on its day of reminder. */
  notifylate: get('/commands/notifylate', {
    output: v.object(counts),
    acts: true,
    ok: 'Notifiche inviate',
    touches: ['notifications', 'mails'],
    policy: 'super',
  }),
})
