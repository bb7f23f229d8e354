import { Alert } from '@mantine/core'
import { writable } from '../lib/storage.ts'

/** Said before anybody types, not when it is lost. */
export function StorageBanner() {
  if (writable.use()) return null
  return (
    <Alert color="red" mb="md" role="alert">
      Questo browser non riesce a conservare dati (navigazione privata o spazio esaurito): quello che scrivi non si salva sul dispositivo e
      va perso chiudendo la pagina.
    </Alert>
  )
}
