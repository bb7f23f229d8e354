import { Alert, Text } from '@mantine/core'
import type { Strays } from './paste.ts'

interface PastedProps {
  strays: Strays
  onClose: () => void
}
/** What of a pasted block is no price, and what had no place: nothing is lost without a word. */
export function Pasted({ strays: { wrong, values }, onClose }: PastedProps) {
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
