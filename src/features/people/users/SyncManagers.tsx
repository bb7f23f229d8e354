import { Button } from '@mantine/core'
import { userSync } from '../../../contract/people/users.ts'
import { useSend } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'

/** Brings the accounts of all managers in line with their managements; ignored while it runs. */
export function SyncManagers() {
  const { mutate, isPending } = useSend(userSync.sync)
  const confirm = useConfirm()
  const ask = async () => {
    const message =
      'Ogni gestore con una gestione attiva avrà un account abilitato, collegato e con il suo punto vendita; gli account dei gestori senza gestione vengono disabilitati.'
    if (await confirm({ title: 'Sincronizza gestori', message, confirm: 'Sincronizza' })) mutate({})
  }
  return (
    <Button variant="default" loading={isPending} onClick={() => void ask()}>
      Sincronizza gestori
    </Button>
  )
}
