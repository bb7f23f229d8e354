import { gplCourses } from '../../../src/contract/gpl/courses.ts'
import { inDays } from '../days.ts'
import { plain } from '../plain.ts'
import { allNetwork } from '../scope.ts'

const body = {
  title: 'Corso serale',
  kind: 'utente',
  date: inDays(20),
  start: '18:00',
  end: '20:00',
  place: 'Sala riunioni',
  teacher: 'Ing. Prova',
  seats: 9,
} as const

export default plain(gplCourses, {
  path: '/gpl-course-calendar',
  table: 'gpl_courses',
  model: 'gpl_course',
  entity: 'gpl-courses',
  read: 'gpl.read',
  write: 'gpl.write',
  scope: allNetwork,
  get: true,
  facets: ['status', 'kind'],
  filters: {
    from: (row) => row.date,
    to: (row) => row.date,
    status: (row) => row.status,
    kind: (row) => row.kind,
    station_id: (row) => row.station_id,
    with_free_seats: (row) => row.booked < row.seats,
  },
  other: { kind: 'addetto', date: inDays(40), place: null, station_id: 1 },
  writer: 'contabilita',
  stranger: 'rete',
  body,
  change: { teacher: 'Ing. Altri' },
  refused: {
    date: [inDays(-1), 'La data del corso non può essere nel passato.'],
    end: ['17:30', "L'ora di fine deve essere successiva all'ora di inizio."],
    seats: [0, 'Il campo Posti deve essere maggiore o uguale a 1.'],
  },
  more: {
    register: {
      call: 'GET /gpl-course-calendar/{id}/register',
      policy: 'gpl.read',
      scope: allNetwork,
      testedIn: 'tests/api/gpl/requests.test.ts',
    },
    recipients: {
      call: 'GET /gpl-course-calendar/{id}/recipients',
      policy: 'gpl.read',
      scope: allNetwork,
      testedIn: 'tests/api/gpl/requests.test.ts',
    },
    stations: { call: 'GET /suggestions/gpl-stations', policy: 'gpl.read', scope: allNetwork },
  },
  screens: [{ name: 'course form', path: '/calendario-corsi-gpl?modulo=nuovo' }],
})
