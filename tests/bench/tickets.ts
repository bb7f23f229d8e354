import { TICKET_VIEWS } from '../../src/contract/tickets/words.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { dashboards } from './dashboards.ts'
import { launchBrowser } from './load.ts'
import { looked, slowest, told } from './looks.ts'
import { type Scale, TALK } from './scale.ts'
import { percentile, type Row, row } from './table.ts'
import { openings } from './ticket-opening.ts'

/** Three readers: of all tickets, of the own groups' and unassigned tickets, of the own stations' tickets. */
const PEOPLE = ['sup.ticket', 'helpdesk', 'rete'] as const
const LIST = '/support/ticket?per_page=100'
const LOOKS = [
  ...Object.keys(TICKET_VIEWS).map((view) => `${LIST}&view=${view}`),
  LIST,
  `${LIST}&page=20`,
  `${LIST}&view=closed&page=90`,
  `${LIST}&view=all&sort=due_at`,
  `${LIST}&view=closed&sort=-number`,
  `${LIST}&view=closed&sort=-priority`,
]
/** Words of descriptions, comments and names of files: what few tickets have, what some have, and what every third has. */
const WORDS = {
  rare: ['colonnina', '20 banconote', '12345'],
  usual: ['scontrini', 'sifone lavabo', 'quadro elettrico'],
  common: ['pistola', 'grazie', 'foto display'],
}
const SEARCHES = Object.values(WORDS).flat()
const COUNTS = '/support/ticket/info'
/** What a device keeps for reading without a network. */
const KEPT = '/support/ticket/offline'
const AT_ONCE = 50

/** Somebody writes: what was counted before is counted anew, as at a desk where always somebody does. */
const news = async (api: Api) => {
  const { categories } = await api.get(COUNTS)
  const { id } = categories.find(({ requires_station }: { requires_station: boolean }) => !requires_station)
  let at = 0
  return () => api.post('/support/ticket', { category_id: id, subject: `Novità ${++at}`, description: 'Qualcuno scrive qualcosa.' })
}

/** Opened at the same moment: how many distinct numbers follow each other without a gap. */
async function numbers(open: () => Promise<{ id_number: number }>): Promise<number> {
  const made = await Promise.all(Array.from({ length: AT_ONCE }, open))
  const sorted = made.map(({ id_number }) => id_number).sort((a, b) => a - b)
  return sorted.filter((number, at) => number === sorted[0]! + at).length
}

/** Tickets at the size of the seed `scale`. */
export async function ticketRows({ origin }: Scale): Promise<Row[]> {
  const boss = await apiAs(origin, 'sup.ticket')
  const browser = await launchBrowser()
  try {
    // First of all, while those with long conversations stand first in the list.
    const opened = await openings(browser, origin)
    const change = await news(boss)
    const [views, counts, kept, searches]: [number[][], number[][], number[][], number[][]] = [[], [], [], []]
    for (const who of PEOPLE) {
      const api = await apiAs(origin, who)
      for (const [paths, all] of [
        [LOOKS, views],
        [[COUNTS], counts],
        [[KEPT], kept],
        [SEARCHES.map((words) => `${LIST}&search=${encodeURIComponent(words)}`), searches],
      ] as const) {
        const times = await looked(api, paths, change)
        told(who, paths, times)
        all.push(...times)
      }
    }
    const desks = await dashboards(browser, origin, change)
    const gapless = await numbers(change)
    const tickets = '100,000 tickets with 450,000 comments'
    return [
      row(`${tickets}, any page of 100 of any view, p50 of the slowest`, slowest(views, 0.5), 'ms', 100, '≤'),
      row(`${tickets}, any page of 100 of any view, p95 of the slowest`, slowest(views, 0.95), 'ms', 250, '≤'),
      row(`${tickets}, counts of all views, p50 of the slowest`, slowest(counts, 0.5), 'ms', 100, '≤'),
      row(`${tickets}, those that a device keeps, p50 of the slowest`, slowest(kept, 0.5), 'ms', 60, '≤'),
      row(`${tickets}, any search in all texts, p50 of the slowest`, slowest(searches, 0.5), 'ms', 150, '≤'),
      row(`a ticket with ${TALK} comments, from the press to interactive, CPU ×4, p50`, percentile(opened, 0.5), 'ms', 300, '≤'),
      row(`${AT_ONCE} tickets opened at once, numbers without a gap`, gapless, '', AT_ONCE, '≥'),
      row(`${tickets}, all that any dashboard asks for, p50 of the slowest`, slowest(desks, 0.5), 'ms', 300, '≤'),
    ]
  } finally {
    await browser.close()
  }
}
