import { stationRecord } from '../../contract/stations/record.ts'
import type { StationRow } from '../../contract/stations/stations.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { today } from '../../lib/format.ts'
import { closingFaults } from '../../rules/stations/status-changes.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type Named = Pick<StationRow, 'id' | 'code' | 'name'>

/** Why a station is closed for a time, and the day it is to open again. */
export function ClosingDialog({ station, onClose }: { station: Named; onClose: () => void }) {
  const { form, ...fields } = useRecordForm(
    { update: stationRecord.setStatus },
    station as never,
    { reason: '', reopening_at: null },
    onClose,
    'chiusura',
    (given) => closingFaults(given, today()),
  )
  const closing = { ...form, submit: () => form.submit({ status: 'temporarily_closed' }) }
  return (
    <Dialog opened onClose={onClose} title={`Chiudere temporaneamente ${station.code} ${station.name}?`} closeOnClickOutside={false}>
      <RecordForm form={closing} onCancel={onClose} submit="Chiudi temporaneamente">
        <Fields of={fields} names={['reason', 'reopening_at']} />
      </RecordForm>
    </Dialog>
  )
}
