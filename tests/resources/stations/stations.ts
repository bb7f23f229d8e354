import { stations } from '../../../src/contract/stations/stations.ts'
import { known } from '../known.ts'
import { allNetwork } from '../scope.ts'

export default known(
  stations,
  {
    list: {
      call: 'GET /stations',
      policy: 'net.field',
      scope: { finds: ({ word }) => [`search=${word}`] },
      facets: ['status', 'province', 'region', 'brand', 'kind'],
      filters: 'row by row, with its reserved columns: stations.test.ts',
    },
    map: { call: 'GET /stations/map', policy: 'net.field', scope: { finds: ({ word }) => [`search=${word}`] } },
    get: { call: 'GET /stations/{id}', policy: 'net.field', scope: { asks: ({ id }) => ({ url: `/stations/${id}` }) } },
    prices: { call: 'GET /stations/{id}/prices', policy: 'prices.read', scope: { asks: ({ id }) => ({ url: `/stations/${id}/prices` }) } },
    choices: { call: 'GET /suggestions/network-stations', policy: 'lookup.customers', scope: allNetwork },
    suggest: { call: 'GET /suggestions/stations', policy: 'auth', scope: { finds: ({ word }) => [`value=${word}`] } },
  },
  {
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      const tabs = { file: 'files', storico: 'history', scadenze: 'expirations', verifiche: 'inspections' }
      return [
        { name: 'station', path: `/stazioni/${id}` },
        { name: 'plant', path: `/stazioni/${id}?scheda=attrezzature` },
        ...Object.entries(tabs).map(([tab, name]) => ({ name: `station ${name}`, path: `/stazioni/${id}?scheda=${tab}` })),
      ]
    },
  },
)
