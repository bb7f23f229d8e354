import { useRouter } from '@tanstack/react-router'
import { type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { MoreButton } from '../../crud/record/MoreButton.tsx'
import { isClosed } from '../../rules/inspections/actions.ts'
import { inspectionNumber } from '../../rules/inspections/columns.ts'
import { canShare, SharePdf } from './SharePdf.tsx'
import { useRecordActions } from './use-record-actions.tsx'

/** The actions on the verifica of the page. */
export function RecordActions({ inspection }: { inspection: InspectionRow }) {
  const router = useRouter()
  const { actionsOf, question } = useRecordActions()
  const more = actionsOf(inspection, () => void router.navigate({ to: '/verifiche' }))
  return (
    <>
      {isClosed(inspection) && canShare() && <SharePdf id={inspection.id} title={`Verifica ${inspectionNumber(inspection)}`} />}
      {inspection.model_version !== null && (
        <DownloadButton source={inspections.pdf} input={{ id: inspection.id }}>
          PDF
        </DownloadButton>
      )}
      <MoreButton actions={more} />
      {question}
    </>
  )
}
