import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choice, date, integer, longText, optional, optionalText, reference, text, time } from '../kernel/fields.ts'
import { anyId, booleanParam, facets, listParam, suggestionQuery } from '../kernel/filters.ts'
import { courseKinds, courseStatuses, requestStatuses } from './words.ts'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
/** The most seats of one course. */
export const MAX_SEATS = 100
const plain = crud('/gpl-course-calendar', {
  fields: {
    title: v.optional(text('Titolo', { max: 120 }), 'Corso GPL self-service'),
    kind: v.optional(choice('Tipo di corso', courseKinds), 'utente'),
    date: date('Data'),
    start: time('Inizio'),
    end: time('Fine'),
    station_id: optional(reference('Punto vendita')),
    place: optionalText('Luogo'),
    teacher: optionalText('Docente', { max: 120 }),
    seats: integer('Posti', { min: 1, max: MAX_SEATS }),
    note: longText('Note'),
  },
  row: {
    status: v.picklist(keysOf(courseStatuses)),
    /** Seats taken. */
    booked: v.number(),
    station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
  },
  record: {
    participants: v.array(
      v.object({
        id: v.number(),
        number: v.string(),
        name: v.string(),
        plate: v.string(),
        phone: v.string(),
        status: v.picklist(keysOf(requestStatuses)),
        present: v.boolean(),
      }),
    ),
  },
  filters: {
    /** Days, both included. */
    from: optional(date('Dal')),
    to: optional(date('Al')),
    status: listParam(v.picklist(keysOf(courseStatuses))),
    kind: listParam(v.picklist(keysOf(courseKinds))),
    station_id: anyId,
    with_free_seats: booleanParam,
    ...facets('status', 'kind'),
  },
  order: 'date',
  ok: ['Corso creato', 'Corso modificato', 'Corso eliminato'],
  read: 'gpl.read',
  write: 'gpl.write',
})
/** "Calendario Corsi GPL". `status` changes as src/rules/gpl/course-states.ts allows. */
export const gplCourses = resource('gpl-courses', {
  ...plain,
  update: {
    ...plain.update,
    body: v.object({
      ...plain.update.body.entries,
      status: v.optional(choice('Stato', courseStatuses)),
      /** Ids of the requests whose applicants were there; the others were not. */
      present: v.optional(v.pipe(v.array(reference('Presenti')), v.maxLength(MAX_SEATS))),
    }),
    touches: ['gpl-card-requests'],
  },
  /** (+) The register of those who take part, to be signed. */
  register: get('/gpl-course-calendar/{id}/register', { envelope: 'blob', policy: 'gpl.read' }),
  /** (+) Who is told of a cancellation: those who have a seat and wait, or, once it is cancelled, those who had one. `leaves`: a mail server is configured. */
  recipients: get('/gpl-course-calendar/{id}/recipients', {
    output: v.object({
      leaves: v.boolean(),
      people: v.array(v.object({ id: v.number(), name: v.string(), plate: v.string(), phone: v.string(), email: v.boolean() })),
    }),
    policy: 'gpl.read',
  }),
  /** (+) Stations where a course is held or a card is collected, by name and town: all of them, because `gpl.read` also admits people without stations. */
  stations: get('/suggestions/gpl-stations', {
    query: v.object(suggestionQuery),
    output: v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string() }),
    envelope: 'list',
    policy: 'gpl.read',
    steady: true,
  }),
})
