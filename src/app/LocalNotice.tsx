import { Alert, Text } from '@mantine/core'

/** Explains an offline sign-in. Part of the first paint, so that the content below does not jump later. */
export const LocalNotice = () => (
  <Alert color="amber" mb="sm" p="xs" role="status">
    <Text size="sm">
      Sei entrato senza rete: trovi il lavoro salvato su questo dispositivo. Per inviarlo servirà la tua password quando torna la rete.
    </Text>
  </Alert>
)
