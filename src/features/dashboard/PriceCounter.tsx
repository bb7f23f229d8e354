import { prices } from '../../contract/prices.ts'
import { Counter } from './Counter.tsx'

/** How many stations are to tell the ministry their prices anew; it leads to them. */
export const PriceCounter = () => (
  <Counter
    source={prices.list as never}
    input={{ stale: true, per_page: 5 } as never}
    names={{ total: 'Prezzi fermi da oltre 8 giorni' }}
    links={{ total: { to: '/prezzi', search: { stale: true } } }}
    due={{ total: 'red' }}
  />
)
