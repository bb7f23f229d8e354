import { Button } from '@mantine/core'
import { inspectionModels, type ModelStatus } from '../../../contract/inspections/models.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { modelMayBecome } from '../../../rules/inspections/model-states.ts'
import { IconCheck, IconDeviceMobile } from '../../../ui/icons.tsx'
import { ProblemList } from './ProblemList.tsx'
import type { Problem } from './problems.ts'

interface EditorToolsProps {
  id: number
  status: ModelStatus
  sending: boolean
  problems: readonly Problem[]
  /** The list of problems is open. */
  listing: boolean
  onListing: (open: boolean) => void
  onProblem: (problem: Problem) => void
  /** True if the preview stands beside the editor; undefined if it opens as a dialog. */
  beside: boolean | undefined
  onPreview: () => void
  onActivate: () => void
}
/** The problems, the preview and the activation of the model being edited. */
export function EditorTools({
  id,
  status,
  sending,
  problems,
  listing,
  onListing,
  onProblem,
  beside,
  onPreview,
  onActivate,
}: EditorToolsProps) {
  return (
    <>
      {problems.length > 0 && (
        <ProblemList
          problems={problems}
          opened={listing}
          onChange={onListing}
          onPick={(problem) => {
            onListing(false)
            onProblem(problem)
          }}
        />
      )}
      <DownloadButton source={inspectionModels.form} input={{ id }}>
        Esporta XLSForm
      </DownloadButton>
      <Button variant={beside ? 'light' : 'default'} leftSection={<IconDeviceMobile />} aria-pressed={beside} onClick={onPreview}>
        Anteprima
      </Button>
      {modelMayBecome(status, 'active') && (
        <Button variant="default" leftSection={<IconCheck />} disabled={sending} onClick={onActivate}>
          Attiva
        </Button>
      )}
    </>
  )
}
