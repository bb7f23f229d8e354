import { apiAs } from '../e2e/support/api.ts'
import { looked, slowest, told } from './looks.ts'
import type { Scale } from './scale.ts'
import { notMeasured, percentile, type Row, row } from './table.ts'

interface List {
  /** What its rows are. */
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
    ...{ of: 'cards', path: '/cards', as: 'contabilita' },
    sorts: ['number', 'plate', 'customer', 'status', 'expires_at'],
    words: ['AB123', 'rossi', '12345'],
    filters: ['status=active', 'status=blocked'],
  },
  {
    of: 'customers',
    path: '/customers',
    as: 'contabilita',
    sorts: ['code', 'name', 'city'],
    words: ['rossi mario', 'trasporti', '1234'],
  },
  { of: 'log of cards and customers', path: '/customers/logs', as: 'contabilita', sorts: [], words: ['rossi'] },
  {
    ...{ of: 'orders of vouchers', path: '/coupons', as: 'contabilita' },
    sorts: ['id', 'total', 'businessName', 'status', 'created_at', 'sent_at'],
    words: ['trasporti', 'rossi'],
  },
  {
    ...{ of: 'GPL requests', path: '/gpl-cards-requests', as: 'contabilita' },
    sorts: ['id', 'lastname', 'plate', 'status', 'created_at'],
    words: ['rossi', 'GA12'],
  },
  { of: 'GPL courses', path: '/gpl-course-calendar', as: 'contabilita', sorts: ['date', 'seats', 'status'], words: ['corso'] },
  {
    of: 'orders of the shop',
    path: '/ecommerce/order',
    as: 'sup.ordini',
    sorts: ['id', 'total', 'status', 'station', 'user'],
    words: ['PV001', 'rossi'],
  },
  {
    of: 'articles',
    path: '/ecommerce/s/product',
    as: 'sup.ordini',
    sorts: ['name', 'code', 'price', 'stock', 'category'],
    words: ['rotol'],
  },
  { of: 'managements', path: '/managements', as: 'contabilita', sorts: ['station', 'manager', 'from', 'type'], words: ['rossi'] },
  { of: 'managers', path: '/managers', as: 'contabilita', sorts: ['lastname'], words: ['rossi'] },
  { of: 'employees', path: '/managers/station-employee', as: 'contabilita', sorts: ['lastname'], words: ['rossi'] },
  {
    of: 'expirations',
    path: '/expirations',
    as: 'admin',
    sorts: ['date', 'message', 'station', 'type', 'status'],
    words: ['estintore', 'PV001'],
  },
  {
    ...{ of: 'lines of activity', path: '/activity', as: 'admin' },
    sorts: ['created_at'],
    words: ['rossi', 'ticket', 'modifica'],
    filters: ['entity=tickets', 'action=export', 'user_id=7', 'from=2026-11-01&to=2026-11-30'],
  },
  {
    ...{ of: 'changes in the history', path: '/models/history', as: 'admin' },
    sorts: [],
    words: ['rossi'],
    filters: ['model=station', 'model=card&model_id=32', 'event=deleted', 'user_id=7', 'field=note', 'from=2026-11-01&to=2026-11-30'],
  },
  {
    ...{ of: 'payslips', path: '/payrolls', as: 'admin' },
    sorts: ['year', 'user'],
    words: ['rossi'],
    filters: ['year=2022', 'year=2022&month=3'],
  },
  { of: 'users', path: '/users', as: 'admin', sorts: ['name', 'email', 'last_login_at', 'created_at'], words: ['rossi'] },
]
/** A list with fewer rows says nothing about lists that grow. */
const FEW = 1_000
/** Each look is taken so many times. */
const TURNS = 5

/** The long lists of the office at the size of the seed `scale`: its first, a middle and its last page by every order, its filters and searches. */
export async function listRows({ origin }: Scale): Promise<Row[]> {
  const rows: Row[] = []
  for (const { of, path, as, sorts, words, filters = [] } of LISTS.filter(({ of }) => of.includes(process.env.LIST ?? ''))) {
    const api = await apiAs(origin, as)
    const { total = 0 } = await api.get(`${path}?per_page=100`)
    const name = `${total.toLocaleString('en')} ${of}`
    if (total < FEW) {
      rows.push(notMeasured(`${name}: the seed has too few`, '≤ 100 ms'))
      continue
    }
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
      row(`${name}, any page of 100, order, filter and search, p50`, percentile(all, 0.5), 'ms', 100, '≤'),
      row(`${name}, the same, p95 of the slowest`, slowest(times, 0.95), 'ms', 250, '≤'),
    )
  }
  return rows
}
