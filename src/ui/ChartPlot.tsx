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
import { type ChartData, type ChartKind, type ChartTone, linesOf } from './chart-data.ts'

Chart.register(BarController, BarElement, LineController, LineElement, PointElement, CategoryScale, LinearScale, Legend, Tooltip)

/** Theme colours, in the colour scheme of the page. */
const COLOURS: Record<ChartTone, string> = {
  ok: 'green-filled',
  wait: 'amber-filled',
  error: 'red-filled',
  neutral: 'dimmed',
  plain: 'petrol-filled',
}
const MOTION_MS = 150

interface ChartPlotProps {
  kind: ChartKind
  data: ChartData
  format: (value: number) => string
}

/** The canvas of a Chart. Use Chart instead: alone this has no text for screen readers. */
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

function configured(kind: ChartKind, { labels, series, steps }: ChartData, format: (value: number) => string, page: CSSStyleDeclaration) {
  const colour = (name: string) => page.getPropertyValue(`--mantine-color-${name}`).trim()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const font = { family: page.fontFamily, size: 14 }
  const stacked = kind === 'bars'
  const lying = kind === 'rows'
  const told = (value: number | null) => (value === null ? '–' : format(value))
  const axis = { ticks: { color: colour('text'), font }, border: { display: false } }
  const named = {
    ...axis,
    stacked,
    grid: { display: false },
    ticks: { ...axis.ticks, autoSkip: !lying, ...(lying && { callback: (_: unknown, at: number) => linesOf(labels[at] ?? '') }) },
  }
  const valued = {
    ...axis,
    stacked,
    beginAtZero: !steps,
    grid: { color: page.getPropertyValue('--line').trim() },
    ticks: { ...axis.ticks, ...(!steps && { precision: 0 }), callback: (value: number | string) => format(Number(value)) },
  }
  return {
    type: kind === 'line' ? 'line' : 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ name, tone, values, dashed }) => ({
        label: name,
        data: [...values],
        backgroundColor: colour(COLOURS[tone]),
        borderColor: colour(kind === 'line' ? COLOURS[tone] : 'body'),
        ...(dashed && { borderDash: [6, 4], spanGaps: true }),
        ...(kind !== 'line'
          ? { borderWidth: 1, maxBarThickness: 48 }
          : steps
            ? { borderWidth: 2, pointRadius: 0, stepped: true }
            : { borderWidth: 2, pointRadius: 4 }),
      })),
    },
    options: {
      maintainAspectRatio: false,
      ...(lying && { indexAxis: 'y' as const }),
      animation: still ? false : { duration: MOTION_MS },
      interaction: { mode: 'index', axis: lying ? 'y' : 'x', intersect: false },
      plugins: {
        legend: { display: series.length > 1, position: 'bottom', labels: { color: colour('text'), font, boxWidth: 14 } },
        tooltip: {
          titleFont: font,
          bodyFont: font,
          callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${told(lying ? parsed.x : parsed.y)}` },
        },
      },
      scales: lying ? { y: named, x: valued } : { x: named, y: valued },
    },
  } satisfies ChartConfiguration
}
