import { useState } from 'react'
import { stationRecord } from '../../contract/stations/record.ts'
import type { StationRow } from '../../contract/stations/stations.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { allowedStatuses, needsReason } from '../../rules/stations/status-changes.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Icon, IconArchive, IconCircleCheck, IconClock, IconGasStation, IconSettings } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

// Fetched when the first is to be closed for a time.
const ClosingDialog = part(() => import('./ClosingDialog.tsx').then((m) => m.ClosingDialog))

type Status = StationRow['status']
/** Each change of state is named after the state it leads to. */
const verbs: Record<Status, { label: string; icon: Icon }> = {
  active: { label: 'Rendi attivo', icon: IconCircleCheck },
  temporarily_closed: { label: 'Chiudi temporaneamente', icon: IconClock },
  maintenance: { label: 'Metti in manutenzione', icon: IconSettings },
  opening: { label: 'Riporta in apertura', icon: IconGasStation },
  dismissed: { label: 'Dismetti', icon: IconArchive },
}
type Named = Pick<StationRow, 'id' | 'code' | 'name' | 'status'>

/** The changes of state that the person may make of a station, and what one of them asks. */
export function useStatus() {
  const me = useMe()
  const confirm = useConfirm()
  const { mutate } = useSend(stationRecord.setStatus)
  const [closing, setClosing] = useState<Named>()
  async function change({ id, code, name }: Named, status: Status) {
    if (
      status === 'dismissed' &&
      !(await confirm({
        title: 'Dismettere il punto vendita?',
        message: `${code} ${name} non comparirà più nelle scelte e nelle app. Lo può riattivare solo un super amministratore.`,
        confirm: 'Dismetti',
        danger: true,
      }))
    )
      return
    mutate({ id, status })
  }
  return {
    actionsOf: (station: Named & Pick<StationRow, 'writable'>): RowAction[] =>
      station.writable.includes(stationRecord.setStatus.policy)
        ? allowedStatuses(station.status, me).map((status) => ({
            ...verbs[status],
            danger: status === 'dismissed',
            onSelect: () => (needsReason(status) ? setClosing(station) : change(station, status)),
          }))
        : [],
    question: <>{closing && <ClosingDialog station={closing} onClose={() => setClosing(undefined)} />}</>,
  }
}
