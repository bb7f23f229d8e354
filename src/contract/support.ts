import * as v from 'valibot'
import { get, resource } from './endpoint.ts'

/** Who is told (doc 1 §7; domain.md 1.7); the tickets themselves come with their area. */
const Named = v.object({ id: v.number(), name: v.string() })

export const notificationGroups = resource('notification-groups', {
  /** The active ones, by name. */
  names: get('/support/notification-groups/lst', { output: Named, envelope: 'list', policy: 'lookup.groups', steady: true }),
})
