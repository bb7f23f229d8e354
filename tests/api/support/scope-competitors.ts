import type { Met } from './scope-met.ts'

const body = { name: 'Q8 Fidenza', brand: 'Q8', city: 'Fidenza' }
/** How a person who has some stations is met by the calls of competitors: each is compared with one station. */
export const competitorScope: Readonly<Record<string, Met>> = {
  'GET /station/competitors': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /station/competitors/map': {
    async also({ caller }, { own, read, foreign }) {
      const named = async (word: string) => (await caller.get(`/station/competitors/map?search=${word}`)).body.data.competitors.length
      if (await named(foreign.word)) return 'shows one of a station that is not theirs'
      return !((await named(own.word)) && (await named(read.word))) && 'does not show those of their stations'
    },
  },
  'GET /station/competitors/neighbours': {
    at: ({ id }) => ({ url: `/station/competitors/neighbours?station_id=${id}` }),
    foreign: 422,
  },
  'GET /station/competitors/{id}/comparison': { at: ({ competitor: { id } }) => ({ url: `/station/competitors/${id}/comparison` }) },
  'GET /station/competitors/{id}/days': {
    at: ({ competitor: { id }, fuel }) => ({ url: `/station/competitors/${id}/days?fuel_id=${fuel}&mode=self` }),
  },
  'POST /station/competitors': { at: ({ id }) => ({ url: '/station/competitors', body: { ...body, station_id: id } }), foreign: 422 },
  'PUT /station/competitors/{id}': {
    at: ({ competitor: { id, rev } }) => ({ url: `/station/competitors/${id}`, body: { rev, note: 'altra' } }),
  },
  'DELETE /station/competitors/{id}': { at: ({ competitor: { id } }) => ({ url: `/station/competitors/${id}` }) },
  'POST /station/competitors/import': {
    at: ({ id, mise_id }) => ({ url: '/station/competitors/import', body: { station_id: id, mise_ids: [mise_id] } }),
    foreign: 422,
  },
  'POST /station/competitors/{id}/prices': {
    at: ({ competitor: { id }, fuel }) => ({
      url: `/station/competitors/${id}/prices`,
      body: { fuel_id: fuel, mode: 'self', price: 1.799 },
    }),
  },
}
