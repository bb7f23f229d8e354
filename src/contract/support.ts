import * as v from 'valibot'
import { get, resource } from './endpoint.ts'

/** What a model refers to of the support area (doc 1 §7; domain.md 1.7); the tickets themselves come with their area. */
const Named = v.object({ id: v.number(), name: v.string() })

export const ticketCategories = resource('ticket-categories', {
  /** The active ones, in their order: the documented list without pages (`is_paginated=0`). */
  list: get('/support/t/category', {
    input: v.object({ is_paginated: v.optional(v.picklist(['0'], 'Qui l’elenco non ha pagine: is_paginated=0.')) }),
    output: Named,
    envelope: 'list',
    policy: 'tickets.open',
    steady: true,
  }),
})
export const notificationGroups = resource('notification-groups', {
  /** The active ones, by name. */
  names: get('/support/notification-groups/lst', { output: Named, envelope: 'list', policy: 'lookup.groups', steady: true }),
})
