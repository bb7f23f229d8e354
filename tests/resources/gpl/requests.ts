import { gplModules, gplRequests } from '../../../src/contract/gpl/requests.ts'
import { dayOf, inDays } from '../days.ts'
import { known } from '../known.ts'
import { type BodyOf, plain } from '../plain.ts'
import { allNetwork } from '../scope.ts'

const body: BodyOf<typeof gplRequests> = {
  ...{ kind: 'nuova', applicant: 'privato', name: 'Mario', lastname: 'Rossi', fiscalCode: 'RSSMRA85T10A562S', address: 'Via Emilia 1' },
  ...{ cap: '43036', city: 'Fidenza', province: 'PR', phone: '+393201234567', plate: 'GA123BC', vehicle: 'Fiat Panda' },
  ...{ tank_expiration: inDays(900), station_id: 1, privacy: true },
}

export default plain(gplRequests, {
  path: '/gpl-cards-requests',
  table: 'gpl_card_requests',
  model: 'gpl_card_request',
  entity: 'gpl-card-requests',
  read: 'gpl.read',
  write: 'gpl.write',
  scope: allNetwork,
  get: true,
  files: true,
  facets: ['status'],
  filters: {
    status: (row) => row.status,
    station_id: (row) => row.station_id,
    course_id: (row) => row.course_id,
    from: (row) => dayOf(row.created_at),
    to: (row) => dayOf(row.created_at),
  },
  other: { plate: 'GB456CD', station_id: 2 },
  writer: 'contabilita',
  stranger: 'rete',
  body,
  change: { vehicle: 'Dacia Duster' },
  refused: {
    plate: ['I1', 'La targa non è valida.'],
    fiscalCode: ['RSSMRA85T10A562X', 'Il codice fiscale non è valido.'],
    tank_expiration: [inDays(0), 'La scadenza del serbatoio deve essere successiva a oggi.'],
    privacy: [false, 'Senza il consenso privacy la richiesta non si può inserire.'],
  },
  twice: { plate: 'Esiste già una richiesta aperta per questa targa.' },
  more: {
    pdf: { call: 'GET /gpl-cards-requests/{id}/pdf', policy: 'gpl.read', scope: allNetwork, testedIn: 'tests/api/gpl/requests.test.ts' },
  },
  screens: async (api) => {
    const [{ id }] = (await api.get('/gpl-cards-requests')).data
    return [
      { name: 'gpl requests', path: '/richieste-carte-gpl' },
      { name: 'gpl requests as a board', path: '/richieste-carte-gpl?vista=lavagna' },
      { name: 'gpl request', path: `/richieste-carte-gpl/${id}` },
      { name: 'gpl request form', path: '/richieste-carte-gpl?modulo=nuovo' },
    ]
  },
})
export const modules = known(gplModules, {
  empty: { call: 'GET /generate-empty-gnp-card-module', policy: 'gpl.read', scope: allNetwork, testedIn: 'tests/api/gpl/requests.test.ts' },
})
