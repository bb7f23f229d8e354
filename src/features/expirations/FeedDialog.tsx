import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { day } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { query, useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'

/** The secret address under which the person's own calendar program reads the expirations: made, shown once, revoked. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(query(expirations.feed, {}))
  const make = useSend(expirations.makeFeed)
  const remove = useSend(expirations.removeFeed)
  const [address, setAddress] = useState<string>()
  const copy = () =>
    void navigator.clipboard.writeText(address!).then(
      () => notify.success('Indirizzo copiato'),
      () => notify.error('Copia non riuscita: seleziona l’indirizzo e copialo a mano.'),
    )
  return (
    <Dialog opened onClose={onClose} title="Scadenze nel tuo calendario">
      {isError && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows rows={2} />
      ) : (
        <Stack>
          <Text size="sm">
            Il programma di calendario del telefono o del computer può leggere da un indirizzo riservato le scadenze da fare che vedi tu.
            Chi conosce l’indirizzo le vede: non condividerlo, e revocalo se serve.
          </Text>
          {address ? (
            <>
              <TextInput label="Indirizzo del calendario" value={address} readOnly onFocus={({ target }) => target.select()} />
              <Alert color="amber" role="status">
                Copialo adesso: non sarà più mostrato. In ogni momento puoi crearne un altro, che toglie valore a questo.
              </Alert>
            </>
          ) : (
            <Text size="sm">{data.since ? `C’è un indirizzo attivo dal ${day(data.since)}.` : 'Nessun indirizzo attivo.'}</Text>
          )}
          <Group>
            {address && <Button onClick={copy}>Copia</Button>}
            {!address && (
              <Button loading={make.isPending} onClick={() => make.mutate({}, { onSuccess: (made) => setAddress(made.address) })}>
                {data.since ? 'Crea un nuovo indirizzo' : 'Crea l’indirizzo'}
              </Button>
            )}
            {data.since && (
              <Button
                variant="light"
                color="red"
                loading={remove.isPending}
                onClick={() => remove.mutate({}, { onSuccess: () => setAddress(undefined) })}
              >
                Revoca l’indirizzo
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}
