import { expirations } from '../../contract/expirations/expirations.ts'
import { expirationStatuses } from '../../contract/expirations/words.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const expirationHistory = {
  expiration: {
    name: 'Scadenza',
    update: expirations.update,
    labels: {
      status: 'Stato',
      done_at: 'Completata il',
      done_note: 'Note',
      cancel_reason: 'Motivo',
      snoozed_until: 'Promemoria sospesi fino al',
      snooze_reason: 'Motivo della sospensione',
    },
    words: { status: expirationStatuses },
  },
} satisfies ModelHistories
