import { useComputedColorScheme } from '@mantine/core'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { ChartData, ChartTone } from './chart-data.ts'

Chart.register(BarController, BarElement, LineController, LineElement, PointElement, CategoryScale, LinearScale, Legend, Tooltip)

/** Of the theme, in the scheme of the page. */
const COLOURS: Record<ChartTone, string> = {
  ok: 'green-filled',
  wait: 'amber-filled',
  error: 'red-filled',
  neutral: 'dimmed',
  plain: 'petrol-filled',
}
const MOTION_MS = 150

interface ChartPlotProps {
  kind: 'bars' | 'line'
  data: ChartData
  format: (value: number) => string
}

/** The picture of a Chart, which is what one uses: alone it has no words for who does not see it. */
export function ChartPlot({ kind, data, format }: ChartPlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the page, and it has others in another scheme
  useEffect(() => {
    const chart = new Chart(canvas.current!, configured(kind, data, format, getComputedStyle(canvas.current!)))
    return () => chart.destroy()
  }, [kind, data, format, scheme])
  return <canvas ref={canvas} />
}

function configured(
  kind: 'bars' | 'line',
  { labels, series, steps }: ChartData,
  format: (value: number) => string,
  page: CSSStyleDeclaration,
) {
  const colour = (name: string) => page.getPropertyValue(`--mantine-color-${name}`).trim()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const font = { family: page.fontFamily, size: 14 }
  const stacked = kind === 'bars'
  const axis = { ticks: { color: colour('text'), font }, border: { display: false } }
  return {
    type: kind === 'bars' ? 'bar' : 'line',
    data: {
      labels: [...labels],
      datasets: series.map(({ name, tone, values }) => ({
        label: name,
        data: [...values],
        backgroundColor: colour(COLOURS[tone]),
        borderColor: colour(kind === 'bars' ? 'body' : COLOURS[tone]),
        ...(kind === 'bars'
          ? { borderWidth: 1, maxBarThickness: 48 }
          : steps
            ? { borderWidth: 2, pointRadius: 0, stepped: true }
            : { borderWidth: 2, pointRadius: 4 }),
      })),
    },
    options: {
      maintainAspectRatio: false,
      animation: still ? false : { duration: MOTION_MS },
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { display: series.length > 1, position: 'bottom', labels: { color: colour('text'), font, boxWidth: 14 } },
        tooltip: {
          titleFont: font,
          bodyFont: font,
          callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${parsed.y === null ? '–' : format(parsed.y)}` },
        },
      },
      scales: {
        x: { ...axis, stacked, grid: { display: false } },
        y: {
          ...axis,
          stacked,
          beginAtZero: !steps,
          grid: { color: page.getPropertyValue('--line').trim() },
          ticks: { ...axis.ticks, ...(!steps && { precision: 0 }), callback: (value) => format(Number(value)) },
        },
      },
    },
  } satisfies ChartConfiguration
}
