import { Alert, Button, Group, Text } from '@mantine/core'
import { use } from 'react'
import { Away, useLacking } from './away.ts'
import { IconAlertTriangle, IconCloudOff, IconRefresh } from './icons.tsx'

const FAILED = 'Errore nel caricamento.'
const AWAY = 'Non è su questo dispositivo: si legge quando torna la rete.'
/** In its place, below what the page says of itself. */
const WAITS = 'Si legge quando torna la rete.'

interface ErrorStateProps {
  /** The fault, and the next step for the person. */
  message?: string
  onRetry?: () => void
  /** It stands for the page, not for a part of it. */
  whole?: boolean
}

/** Shown instead of content that failed to load, with a button to retry, so that it is not taken for an empty list. */
export function ErrorState({ message = FAILED, onRetry, whole = false }: ErrorStateProps) {
  const away = use(Away)
  // What cannot be tried again was not read.
  return away && onRetry ? <Lacking {...{ message, onRetry, whole }} /> : <Said {...{ message, onRetry }} />
}

/** Without a network: said here, or once by the page. */
function Lacking({ whole, message, onRetry }: Required<ErrorStateProps>) {
  if (useLacking(true, whole)) return <Text c="dimmed">{whole ? WAITS : '–'}</Text>
  return <Said message={message.startsWith(FAILED) ? AWAY : message} onRetry={onRetry} away />
}

function Said({ message, onRetry, away }: { message: string; onRetry: (() => void) | undefined; away?: boolean }) {
  return (
    <Alert color={away ? 'amber' : 'red'} icon={away ? <IconCloudOff /> : <IconAlertTriangle />} role="alert">
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
