// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/dashboard/Charts.tsx'
import '../../../src/ui/ChartPlot.tsx'
import '../../../src/features/shop/statistics.page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { Chart } from 'chart.js'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { competitors } from '../../../server/db/schema/prices/competitors.ts'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { linesOf } from '../../../src/ui/chart-data.ts'
import { placedOrder } from '../../api/support/shop-fixtures.ts'
import { onScreen } from '../support/world.tsx'

// jsdom draws nothing: any gesture of a canvas does nothing, but it has one.
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
  const own: Record<string, unknown> = { canvas: this, measureText: () => ({ width: 10 }) }
  return new Proxy(own, { get: (all, key) => (key in all ? all[key as string] : () => {}) })
} as never
const TITLE = 'Esito delle verifiche, ultimi 6 mesi'
const section = (name: string) => screen.findByRole('region', { name })
/** The drawn figures, column by column as in the table. */
function drawn(within: HTMLElement) {
  const { labels, datasets } = Chart.getChart(within.querySelector('canvas')!)!.data
  return labels!.map((label, at) => [label, ...datasets.map(({ data }) => data[at])])
}
const table = (of: HTMLElement) => [...of.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))

test('the chart of a super administrator: what is drawn stands in the table that a button opens, by keyboard too', () =>
  onScreen('admin', '/dashboard', async ({ user }) => {
    const chart = await section(TITLE)
    await waitFor(() => expect(drawn(chart)).toHaveLength(6))
    within(chart).getByRole('img', { name: `Grafico: ${TITLE}. Gli stessi dati sono in “Vedi dati”.` })
    expect(within(chart).queryByRole('table')).toBeNull()
    within(chart).getByRole('button', { name: 'Vedi dati', expanded: false }).focus()
    await user.keyboard('{Enter}')
    within(chart).getByRole('table', { name: TITLE })
    const [head, ...rows] = table(chart)
    expect(head).toEqual(['Mese', 'Conforme', 'Conforme con osservazioni', 'Non conforme', 'Incompleta'])
    expect(rows).toEqual(drawn(chart).map((row) => row.map(String)))
    expect(
      rows.flat().some((cell) => Number(cell) > 0),
      'the seed has verifiche',
    ).toBe(true)
    await user.click(within(chart).getByRole('button', { name: 'Nascondi dati', expanded: true }))
    expect(within(chart).queryByRole('table')).toBeNull()
  }))

test('a long name beside a row is told in two lines and not cut at its beginning', () =>
  onScreen('sup.ordini', '/dashboard', async ({ as, db, open }) => {
    const lines = [
      ['Rotoli carta', ['Rotoli carta']],
      ['Pistola automatica benzina/gasolio', ['Pistola automatica', 'benzina/gasolio']],
      ['Cartello "Vietato fumare e usare fiamme libere" in due lingue', ['Cartello "Vietato', 'fumare e usare fiamme…']],
      ['Supercalifragilistichespiralidoso', ['Supercalifragilistich…']],
    ] as const
    for (const [name, told] of lines) expect(linesOf(name)).toEqual(told)
    await placedOrder(as)
    await db.update(ecommerce_products).set({ name: 'Pistola automatica benzina/gasolio' }).where(eq(ecommerce_products.id, 1))
    await open('/intracommerce/statistiche')
    const chart = await section('Primi articoli')
    const beside = () => Chart.getChart(chart.querySelector('canvas')!)!.scales.y!.ticks.map(({ label }) => label)
    await waitFor(() => expect(beside()).toContainEqual(['Pistola automatica', 'benzina/gasolio']))
    // The table keeps the name whole.
    within(chart).getByRole('button', { name: 'Vedi dati' }).click()
    await within(chart).findByRole('rowheader', { name: 'Pistola automatica benzina/gasolio' })
  }))

test('a month without a score is a dash in the table and a gap in the line, in Italian figures', () =>
  onScreen(
    'ispettore',
    '/dashboard',
    async ({ user }) => {
      const chart = await section('Punteggio medio mensile')
      await user.click(within(chart).getByRole('button', { name: 'Vedi dati' }))
      expect(table(chart).at(-1)?.at(-1)).toBe('87,3')
      expect(
        table(chart)
          .slice(1, -1)
          .map(([, score]) => score),
      ).toEqual(['–', '–', '–', '–', '–'])
      await waitFor(() => expect(drawn(chart).map(([, score]) => score)).toEqual([null, null, null, null, null, 87.3]))
    },
    async ({ db }) => void (await db.update(inspections).set({ status: 'completed', completed_at: new Date().toISOString(), score: 87.3 })),
  ))

test('that charts could not be had is said by the page, and they can be asked for again; nothing to draw is said in words', () =>
  onScreen('analisi', '/dashboard', async ({ network, reload, user, db }) => {
    await section('Punti vendita per stato')
    network.down = true
    await reload()
    const again = (await screen.findByText(/^Senza rete questa pagina non è completa/)).closest<HTMLElement>('[role=alert]')!
    expect(screen.queryByText('Niente da segnalare oggi.')).toBeNull()
    network.down = false
    await user.click(within(again).getByRole('button', { name: 'Riprova' }))
    await section('Punti vendita per stato')
    await db.update(stations).set({ deleted_at: new Date().toISOString() })
    await db.update(competitors).set({ station_id: null })
    await reload()
    await screen.findByText('Niente da segnalare oggi.')
  }))
