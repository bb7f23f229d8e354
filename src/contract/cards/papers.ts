import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, reference } from '../kernel/fields.ts'
import { anyId } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'

/** The type of the jobs that print papers of cards. */
export const PRINT_JOB = 'stampa_tessere'
/** Most cards of one printing, and of one document that is printed at once. */
export const MAX_PRINTED = 2_000
export const paperNames = { pin: 'Buste PIN', receipt: 'Ricevute di consegna', letter: 'Lettere accompagnatorie' } as const
const query = v.object({
  /** Ids of cards of this customer; without them all that are not final. */
  cards: anyId,
})
const paper = { envelope: 'blob', policy: 'cards.write', acts: true } as const

/** Printed papers of cards. Each paper that is handed out is written into the customer's log; a missing PIN is made for its envelope. */
export const cardPapers = resource('card_papers', {
  /** "Busta PIN". */
  pin: get('/customers/export/pin/{id}', { query, ...paper, ok: 'Download effettuato.' }),
  /** "Ricevuta consegna tessere". */
  receipt: get('/customers/export/receipt/{id}', { query, ...paper, ok: 'Download ricevuta pin' }),
  /** "Lettera accompagnatoria". */
  letter: get('/customers/export/mail/{customer_id}/{card_id}', { ...paper, ok: 'Download lettera' }),
  /** (+) The papers of many cards as one PDF, by a job. */
  print: post('/cards/print', {
    body: v.object({
      paper: choice('Documento', paperNames),
      /** Filters of the list of cards; or the cards themselves. */
      search: v.optional(
        v.record(
          v.pipe(v.string(), v.maxLength(60)),
          v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]),
        ),
        {},
      ),
      ids: v.optional(v.pipe(v.array(reference('Tessera')), v.minLength(1, 'Scegli almeno una tessera.'), v.maxLength(MAX_PRINTED))),
    }),
    output: Job,
    ok: 'Stampa avviata',
    policy: 'cards.write',
    touches: ['jobs'],
  }),
  /** (+) The PDF of a finished job, for who started it. It is made anew each time, so that no PIN is stored in clear, and each time is a printing of the log. */
  file: get('/cards/print/{id}', paper),
})
