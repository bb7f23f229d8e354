import { Alert } from '@mantine/core'

/** What somebody who signed in without a network has to know; there from the first paint, or what stands under it would jump under the finger. */
export const LocalNotice = () => (
  <Alert color="amber" mb="md" role="status">
    Sei entrato senza rete: trovi il lavoro salvato su questo dispositivo. Per inviarlo servirà la tua password quando torna la rete.
  </Alert>
)
