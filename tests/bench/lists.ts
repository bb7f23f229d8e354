import { apiAs } from '../e2e/support/api.ts'
import { looked, slowest, told } from './looks.ts'
import type { Scale } from './scale.ts'
import { percentile, type Row, row } from './table.ts'

interface List {
  /** How many rows there are, in words. */
  of: string
  path: string
  as: string
  sorts: readonly string[]
  /** Words that few rows have, and words that many have. */
  words: readonly string[]
  filters?: readonly string[]
}
const LISTS: List[] = [
  {
    ...{ of: '500,000 cards', path: '/cards', as: 'contabilita' },
    sorts: ['number', 'plate', 'customer', 'status', 'expires_at'],
    words: ['AB123', 'rossi', '12345'],
    filters: ['status=active', 'status=blocked'],
  },
  {
    of: '300,000 customers',
    path: '/customers',
    as: 'contabilita',
    sorts: ['code', 'name', 'city'],
    words: ['rossi mario', 'trasporti', '1234'],
  },
  { of: 'log of cards and customers', path: '/customers/logs', as: 'contabilita', sorts: [], words: ['rossi'] },
  {
    ...{ of: '60,000 orders of vouchers', path: '/coupons', as: 'contabilita' },
    sorts: ['id', 'total', 'businessName', 'status', 'created_at', 'sent_at'],
    words: ['trasporti', 'rossi'],
  },
  {
    ...{ of: '120,000 GPL requests', path: '/gpl-cards-requests', as: 'contabilita' },
    sorts: ['id', 'lastname', 'plate', 'status', 'created_at'],
    words: ['rossi', 'GA12'],
  },
  { of: '1,200 GPL courses', path: '/gpl-course-calendar', as: 'contabilita', sorts: ['date', 'seats', 'status'], words: ['corso'] },
  {
    of: '60,000 orders of the shop',
    path: '/ecommerce/order',
    as: 'sup.ordini',
    sorts: ['id', 'total', 'status', 'station', 'user'],
    words: ['PV001', 'rossi'],
  },
  {
    of: '3,000 articles',
    path: '/ecommerce/s/product',
    as: 'sup.ordini',
    sorts: ['name', 'code', 'price', 'stock', 'category'],
    words: ['rotol'],
  },
  { of: '3,400 managements', path: '/managements', as: 'contabilita', sorts: ['station', 'manager', 'from', 'type'], words: ['rossi'] },
  { of: '2,200 managers', path: '/managers', as: 'contabilita', sorts: ['lastname'], words: ['rossi'] },
  { of: '7,500 employees', path: '/managers/station-employee', as: 'contabilita', sorts: ['lastname'], words: ['rossi'] },
  {
    of: '40,000 expirations',
    path: '/expirations',
    as: 'admin',
    sorts: ['date', 'message', 'station', 'type', 'status'],
    words: ['estintore', 'PV001'],
  },
  { of: 'activity', path: '/activity', as: 'admin', sorts: ['created_at', 'user', 'action', 'entity', 'status'], words: ['rossi'] },
  { of: 'history of all records', path: '/models/history', as: 'admin', sorts: [], words: [] },
  { of: '3,000 users', path: '/users', as: 'admin', sorts: ['name', 'email', 'last_login_at', 'created_at'], words: ['rossi'] },
]
/** Each look is taken so many times. */
const TURNS = 5

/** Every list of the office at the size of the seed `scale`: its first, a middle and its last page by every order, its filters and searches. */
export async function listRows({ origin }: Scale): Promise<Row[]> {
  const rows: Row[] = []
  for (const { of, path, as, sorts, words, filters = [] } of LISTS) {
    const api = await apiAs(origin, as)
    const { total = 0 } = await api.get(`${path}?per_page=100`)
    const pages = [1, Math.ceil(total / 200), Math.ceil(total / 100)].map((page) => `page=${Math.max(page, 1)}`)
    const orders = ['', ...sorts.flatMap((sort) => [`&sort=${sort}`, `&sort=-${sort}`])]
    const looks = [
      ...orders.flatMap((order) => pages.map((page) => `${path}?per_page=100&${page}${order}`)),
      ...filters.map((filter) => `${path}?per_page=100&${filter}`),
      ...words.map((word) => `${path}?per_page=100&search=${encodeURIComponent(word)}`),
    ]
    const times = await looked(api, looks, async () => undefined, TURNS)
    told(as, looks, times)
    const all = times.flat()
    rows.push(
      row(`${of}, any page of 100, order, filter and search, p50`, percentile(all, 0.5), 'ms', 100, '≤'),
      row(`${of}, the same, p95 of the slowest`, slowest(times, 0.95), 'ms', 250, '≤'),
    )
  }
  return rows
}
