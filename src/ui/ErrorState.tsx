import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from './icons.tsx'

interface ErrorStateProps {
  /** The fault, and the next step for the person. */
  message?: string
  onRetry?: () => void
}

/** Shown instead of content that failed to load, with a button to retry, so that it is not taken for an empty list. */
export function ErrorState({ message = 'Errore nel caricamento.', onRetry }: ErrorStateProps) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{message}</Text>
        {onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            Riprova
          </Button>
        )}
      </Group>
    </Alert>
  )
}
