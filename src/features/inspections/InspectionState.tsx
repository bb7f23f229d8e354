import { INSPECTION_STATUSES, type InspectionRow } from '../../contract/inspections/inspections.ts'
import { isSent } from '../../outbox/summary.ts'
import type { Work } from '../../outbox/work.ts'
import { IconPencil } from '../../ui/icons.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { statusTone } from './words.ts'

/** The state of a verifica. While this device holds changes the server does not have, the device's state is shown, as the server's is older. */
export function InspectionState({ status, work }: Pick<InspectionRow, 'status'> & { work?: Work | undefined }) {
  if (work && !isSent(work)) return <SaveState state={work.state} />
  return <StatusChip tone={statusTone[status]} label={INSPECTION_STATUSES[status]} {...(status === 'draft' && { mark: IconPencil })} />
}
