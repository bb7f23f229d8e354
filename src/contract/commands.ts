import * as v from 'valibot'
import { get, resource } from './endpoint.ts'
import { booleanParam } from './filters.ts'
import { Job } from './jobs.ts'

/** Administrative commands (doc 0 §7; domain.md 8). */
export const commands = resource('commands', {
  /** Brings the ministry's registry and prices in, as a job (domain.md 8.4). `force`: also what is there already, or looks incomplete. */
  miseimport: get('/commands/miseimport', {
    query: v.object({ force: booleanParam }),
    output: Job,
    acts: true,
    ok: 'Job avviato',
    touches: ['jobs', 'mimit'],
    policy: 'super',
  }),
})
