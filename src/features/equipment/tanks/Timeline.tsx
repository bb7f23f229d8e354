import { type MaintenanceType, maintenanceTypes, outcomes } from '../../../contract/equipment/tank-maintenances.ts'
import { day } from '../../../lib/format.ts'

export interface Point {
  /** `YYYY-MM-DD` */
  date: string
  type: string
  outcome: string
  waiting: boolean
}
const HEIGHT = 56
/** Percent of the width that stays free at each end. */
const EDGE = 4
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const wordsOf = ({ date, type, outcome, waiting }: Point) =>
  [day(date), maintenanceTypes[type as MaintenanceType], outcomes[outcome as keyof typeof outcomes], waiting && 'in attesa di invio']
    .filter(Boolean)
    .join(', ')

/** The interventions of a tank along the years, with today and the next test; its text twin is its name, and the list below it. */
export function Timeline({ name, points, next }: { name: string; points: readonly Point[]; next: string | null }) {
  const known = points.filter(({ date }) => !Number.isNaN(at(date)))
  if (!known.length && !next) return null
  const now = Date.now()
  const times = [...known.map(({ date }) => at(date)), now, ...(next ? [at(next)] : [])]
  const [first, last] = [Math.min(...times), Math.max(...times)]
  /** In percent: the picture is as wide as its place, and its words as large as they are. */
  const x = (time: number) => `${EDGE + ((time - first) / Math.max(1, last - first)) * (100 - 2 * EDGE)}%`
  const said = [...known.map(wordsOf), next && `prossima prova ${day(next)}`].filter(Boolean).join('; ')
  const years: number[] = []
  for (let year = new Date(first).getUTCFullYear() + 1; Date.UTC(year, 0) <= last; year++) years.push(year)
  const every = Math.ceil(years.length / 6)
  return (
    <svg width="100%" height={HEIGHT} role="img" aria-label={`Interventi di ${name}: ${said}`}>
      <line x1={`${EDGE}%`} x2={`${100 - EDGE}%`} y1={24} y2={24} stroke="currentColor" strokeOpacity={0.4} />
      {years.map((year, place) => (
        <g key={year}>
          <line x1={x(Date.UTC(year, 0))} x2={x(Date.UTC(year, 0))} y1={20} y2={28} stroke="currentColor" strokeOpacity={0.4} />
          {place % every === 0 && (
            <text x={x(Date.UTC(year, 0))} y={48} fontSize={14} textAnchor="middle" fill="currentColor">
              {year}
            </text>
          )}
        </g>
      ))}
      <line x1={x(now)} x2={x(now)} y1={10} y2={38} stroke="currentColor" strokeDasharray="3 3" />
      {known.map((point, place) => {
        const bad = point.outcome === 'negativo'
        const color = bad ? 'var(--mantine-color-red-7)' : 'var(--mantine-color-petrol-7)'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no name, and are drawn anew together
          <g key={place}>
            <title>{wordsOf(point)}</title>
            {bad ? (
              <rect x={x(at(point.date))} y={18} transform="translate(-6 0)" width={12} height={12} fill={color} />
            ) : (
              <circle cx={x(at(point.date))} cy={24} r={6} fill={point.waiting ? 'none' : color} stroke={color} strokeWidth={2} />
            )}
          </g>
        )
      })}
      {next && (
        <g>
          <svg x={x(at(next))} overflow="visible">
            <title>Prossima prova {day(next)}</title>
            <path d="M0 16 l8 8 l-8 8 l-8 -8 z" fill="none" stroke="currentColor" strokeWidth={2} />
          </svg>
        </g>
      )}
    </svg>
  )
}
