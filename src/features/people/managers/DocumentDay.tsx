import { day, today } from '../../../lib/format.ts'
import { addDays } from '../../../rules/shared/italian.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const SOON_DAYS = 30
/** The day on which a document expires: red once past, amber when near. */
export function DocumentDay({ date }: { date: string | null }) {
  if (!date) return '–'
  if (date < today()) return <StatusChip tone="error" label={day(date)} />
  return date <= addDays(today(), SOON_DAYS) ? <StatusChip tone="wait" label={day(date)} /> : day(date)
}
