import { Alert, Text } from '@mantine/core'
import type { PasteResult } from './paste.ts'

interface PasteReportProps {
  result: PasteResult
  onClose: () => void
}
/** Reports the pasted values that are no prices or found no cell. */
export function PasteReport({ result: { wrong, values }, onClose }: PasteReportProps) {
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
      {values.length > 0 && <Text>Non c’era posto per: {values.join(' · ')}</Text>}
    </Alert>
  )
}
