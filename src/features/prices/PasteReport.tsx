import { Alert, Text } from '@mantine/core'
import { others } from '../../rules/shared/how-many.ts'
import type { PasteResult } from './paste.ts'
import type { PriceDraft } from './price-draft.ts'

const SHOWN = 5

interface PasteReportProps {
  result: PasteResult
  draft: PriceDraft
  onClose: () => void
}
/** Reports the pasted values that found no cell, until what was pasted beside them is published or dropped. */
export function PasteReport({ result: { placed, left }, draft, onClose }: PasteReportProps) {
  const cells = draft.cells.use()
  const values = !placed.length || placed.some((key) => cells[key]) ? left : []
  if (!values.length) return null
  return (
    <Alert color="amber" withCloseButton closeButtonLabel="Chiudi" onClose={onClose} role="status">
      {values.slice(0, SHOWN).map(({ value, why }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may be left twice, and the list does not change
        <Text key={at}>
          {value} non è stato inserito: {why}
        </Text>
      ))}
      {values.length > SHOWN && <Text>E {others(values.length - SHOWN)}.</Text>}
    </Alert>
  )
}
