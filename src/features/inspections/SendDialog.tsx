import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InspectionRow } from '../../contract/inspections/inspections.ts'
import { inspectionSend } from '../../contract/inspections/send.ts'
import { notify } from '../../lib/notify.ts'
import { query, useSend } from '../../lib/query.ts'
import { inspectionNumber } from '../../rules/inspections/columns.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** Shows whom the verbale goes to, and sends it. What is queued is not told as sent, and what cannot leave is said before. */
export function SendDialog({ inspection, onClose }: { inspection: InspectionRow; onClose: () => void }) {
  const { id } = inspection
  const { data, isError, refetch } = useQuery({ ...query(inspectionSend.readers, { id }), staleTime: 0 })
  const { mutate, isPending } = useSend(inspectionSend.send)
  const send = () =>
    mutate(
      { id },
      {
        onSuccess: ({ leaves }) => {
          if (leaves) notify.success('Email al gestore in partenza')
          else notify.warning("L'email è pronta ma nessun server di posta è configurato: non è partita.")
          onClose()
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title="Invia al gestore">
      <Stack>
        {isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={48} aria-label="Caricamento" />
        ) : data.to.length ? (
          <>
            <Text>Il verbale della verifica {inspectionNumber(inspection)} parte in PDF per:</Text>
            <List>
              {data.to.map(({ name, email }) => (
                <List.Item key={email}>
                  {name}, {email}
                </List.Item>
              ))}
            </List>
            {!data.leaves && (
              <Alert color="amber">
                Nessun server di posta è configurato: l'email viene preparata ma non può partire. Avvisa l'amministratore.
              </Alert>
            )}
          </>
        ) : (
          <Alert color="amber">Il gestore e il punto vendita non hanno un indirizzo email: aggiungilo alla scheda del punto vendita.</Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          {!!data?.to.length && (
            <Button loading={isPending} onClick={send} data-autofocus>
              {data.leaves ? 'Invia' : 'Prepara'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
