import { Alert } from '@mantine/core'
import { writable } from '../lib/storage.ts'

/** Shown before anybody types: where nothing can be stored, text would be lost. */
export function StorageBanner() {
  if (writable.use()) return null
  return (
    <Alert color="red" mb="md" role="alert">
      Questo browser non riesce a conservare dati (navigazione privata o spazio esaurito): quello che scrivi non si salva sul dispositivo e
      va perso chiudendo la pagina.
    </Alert>
  )
}
