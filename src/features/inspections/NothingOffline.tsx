import { Alert, Button, Stack, Text } from '@mantine/core'
import { usePrepareOffline } from './use-prepare-offline.ts'

/** Nothing to choose from on this device: it is fetched here. `fetched`: it was, and the server has none either. */
export function NothingOffline({ what, fetched = false }: { what: 'modello' | 'punto vendita'; fetched?: boolean }) {
  const { step, problem, run } = usePrepareOffline()
  const none = fetched
    ? `Nessun ${what} attivo: chiedere all’ufficio.`
    : `Nessun ${what} su questo dispositivo: usa «Prepara per offline» quando c’è rete.`
  return (
    <Stack gap="sm">
      <Text role="status">{step ? `Scaricamento: ${step}…` : none}</Text>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button w="fit-content" variant={fetched ? 'default' : 'filled'} loading={!!step} onClick={() => void run()}>
        {fetched ? 'Aggiorna dati offline' : 'Prepara per offline'}
      </Button>
    </Stack>
  )
}
