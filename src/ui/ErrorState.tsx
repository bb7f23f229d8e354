import { Alert, Button, Group, Text } from '@mantine/core'
import { createContext, use } from 'react'
import { IconAlertTriangle, IconCloudOff, IconRefresh } from './icons.tsx'

/** True while the app knows that it has no network: what cannot be read then is no fault. */
export const Away = createContext(false)
const FAILED = 'Errore nel caricamento.'
const AWAY = 'Non è su questo dispositivo: si legge quando torna la rete.'

interface ErrorStateProps {
  /** The fault, and the next step for the person. */
  message?: string
  onRetry?: () => void
}

/** Shown instead of content that failed to load, with a button to retry, so that it is not taken for an empty list. */
export function ErrorState({ message = FAILED, onRetry }: ErrorStateProps) {
  const away = use(Away)
  return (
    <Alert color={away ? 'amber' : 'red'} icon={away ? <IconCloudOff /> : <IconAlertTriangle />} role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{away && message.startsWith(FAILED) ? AWAY : message}</Text>
        {onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            Riprova
          </Button>
        )}
      </Group>
    </Alert>
  )
}
