import { INSPECTION_STATUSES, type InspectionRow } from '../../contract/inspections/inspections.ts'
import { isSent } from '../../outbox/summary.ts'
import { WorkState } from '../../outbox/WorkState.tsx'
import type { Work } from '../../outbox/work.ts'
import { IconPencil } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { statusTone } from './words.ts'

/** The state of a verifica. While this device holds changes the server does not have, the device's state is shown, as the server's is older. */
export function InspectionState({ status, work }: Pick<InspectionRow, 'status'> & { work?: Work | undefined }) {
  if (work && !isSent(work)) return <WorkState lane={work.lane} state={work.state} work={work} />
  return <StatusChip tone={statusTone[status]} label={INSPECTION_STATUSES[status]} {...(status === 'draft' && { mark: IconPencil })} />
}
