import { INSPECTION_STATUSES, type InspectionRow } from '../../contract/inspections.ts'
import { isSent } from '../../outbox/summary.ts'
import type { Work } from '../../outbox/work.ts'
import { IconPencil } from '../../ui/icons.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { statusTone } from './words.ts'

/** Where a verifica is. While this device holds more of it than the server, it is where the device says: the server's word is an older one. */
export function InspectionState({ status, work }: Pick<InspectionRow, 'status'> & { work?: Work | undefined }) {
  if (work && !isSent(work)) return <SaveState state={work.state} />
  return <StatusChip tone={statusTone[status]} label={INSPECTION_STATUSES[status]} {...(status === 'draft' && { mark: IconPencil })} />
}
