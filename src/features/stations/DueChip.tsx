import type { LinkProps } from '@tanstack/react-router'
import { day } from '../../lib/format.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'

const DAY_MS = 86_400_000
const SOON = 30
/** Whole days from today, in Rome, to `YYYY-MM-DD`; less than none where it is past. */
export function daysTo(date: string, now = new Date()): number {
  const today = now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  return Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS)
}
/** A day on which something is due, in words: red where it is past, amber within thirty days. */
export function dueOf(date: string): { tone: 'error' | 'wait' | undefined; label: string } {
  const left = daysTo(date)
  if (left < 0) return { tone: 'error', label: `Scaduto il ${day(date)}` }
  if (left > SOON) return { tone: undefined, label: day(date)! }
  const when = left === 0 ? 'Oggi' : left === 1 ? 'Domani' : `Fra ${left} giorni`
  return { tone: 'wait', label: `${when}, ${day(date)}` }
}

/** When something is due next; it leads to its expiration, for who may see that. */
export function DueChip({ date, link }: { date: string | null | undefined; link?: LinkProps | undefined }) {
  if (!date) return '–'
  const { tone, label } = dueOf(date)
  const shown = tone ? <StatusChip tone={tone} label={label} /> : label
  return link ? <LinkAnchor {...link}>{shown}</LinkAnchor> : shown
}
