import { dashboard } from '../../../src/contract/overview/dashboard.ts'
import { known } from '../known.ts'
import { namesTheirs } from '../scope.ts'

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

export default known(dashboard, {
  charts: {
    call: 'GET /dashboard/charts',
    policy: 'auth',
    scope: {
      async check({ caller }) {
        const { stations } = (await caller.get('/dashboard/charts')).body.data
        return stations && sumOf(stations) !== 2 && 'counts other stations than theirs'
      },
    },
  },
  station: {
    call: 'GET /dashboard/station',
    policy: 'tanks.maintain',
    scope: {
      async check({ caller }, places) {
        const { due, inspections } = (await caller.get('/dashboard/station')).body.data as Record<string, { station: { name: string } }[]>
        return namesTheirs([...due!, ...inspections!].map(({ station }) => station.name).join(), places)
      },
    },
  },
})
