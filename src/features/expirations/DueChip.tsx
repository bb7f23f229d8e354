import type { LinkProps } from '@tanstack/react-router'
import type { ExpirationSubject } from '../../contract/expirations/words.ts'
import { day } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { SOON_DAYS } from '../../rules/expirations/due-dates.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'

const DAY_MS = 86_400_000
/** Days from today in Rome to `YYYY-MM-DD`; negative if it is past. */
function daysTo(date: string, now: Date): number {
  const today = now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  return Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS)
}
/** Label and tone of a due date: past, within `SOON_DAYS`, or later (no tone). */
export function dueLabel(date: string, now = new Date()): { tone: 'error' | 'wait' | undefined; label: string } {
  const left = daysTo(date, now)
  if (left < 0) return { tone: 'error', label: `Scaduto ${day(date)}` }
  if (left > SOON_DAYS) return { tone: undefined, label: day(date)! }
  return { tone: 'wait', label: left === 0 ? 'Oggi' : left === 1 ? 'Domani' : `Fra ${left} giorni` }
}

/** A link to the open expiration of one date of a record. */
const dueLink = (subject: ExpirationSubject, id: number, field: string): LinkProps => ({
  to: '/scadenze/{-$id}',
  params: { id: undefined },
  search: { subject: [`${subject}:${id}:${field}`] },
})

interface DueChipProps {
  date: string | null | undefined
  /** The record's date that the chip links to, for people who may read expirations. */
  of: readonly [subject: ExpirationSubject, id: number, field: string]
}
export function DueChip({ date, of }: DueChipProps) {
  const can = useCan()
  if (!date) return '–'
  const { tone, label } = dueLabel(date)
  const shown = tone ? <StatusChip tone={tone} label={label} /> : label
  return can('exp.read') ? <LinkAnchor {...dueLink(...of)}>{shown}</LinkAnchor> : shown
}
