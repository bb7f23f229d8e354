import { Alert, Text } from '@mantine/core'
import type { PasteResult } from './paste.ts'
import type { PriceDraft } from './price-draft.ts'

interface PasteReportProps {
  result: PasteResult
  draft: PriceDraft
  onClose: () => void
}
/** Reports the pasted values that are no prices or found no cell. */
export function PasteReport({ result: { wrong: pasted, values }, draft, onClose }: PasteReportProps) {
  const cells = draft.cells.use()
  // Those that were corrected or discarded since are no longer told.
  const wrong = Math.min(pasted, Object.values(cells).filter(({ price }) => price === null).length)
  if (!wrong && !values.length) return null
  return (
    <Alert color="amber" withCloseButton closeButtonLabel="Chiudi" onClose={onClose} role="status">
      {wrong > 0 && (
        <Text>
          {wrong === 1
            ? 'Un valore incollato non è un prezzo: il perché è nella sua cella.'
            : `${wrong} valori incollati non sono prezzi: il perché è nelle celle.`}
        </Text>
      )}
      {values.length > 0 && <Text>Fuori dalla griglia, non incollati: {values.join(' · ')}</Text>}
    </Alert>
  )
}
