import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { managementObligations } from '../../../contract/people/management-obligations.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconListCheck } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import type { Management } from '../managers/words.ts'
import { ChooseObligations, type Given } from './ChooseObligations.tsx'
import { ObligationCards } from './ObligationCards.tsx'

/** The obligations of a management: what is to be done, by when, with its proofs; and which of the catalogue concern it. */
export function ObligationsPanel({ management }: { management: Management }) {
  const { data, isError, refetch } = useQuery(query(managementObligations.list, { management_id: [management.id] }))
  const [given, setGiven] = useState<Given[]>()
  const { mutate, isPending } = useSend(managementObligations.sync)
  const write = useCan()('obl.write') && management.writable
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const edit = () =>
    setGiven(
      data
        .filter(({ applicable }) => applicable)
        .map(({ obligation_id, due_date, applicable }) => ({ obligation_id, due_date, applicable })),
    )
  const button = write && <Button onClick={edit}>Scegli gli obblighi</Button>
  return (
    <Stack gap="md">
      {data.length > 0 && <Group justify="flex-end">{button}</Group>}
      {data.length === 0 ? (
        <EmptyState icon={IconListCheck} message="Nessun obbligo assegnato." action={button} />
      ) : (
        <ObligationCards rows={data} />
      )}
      {given && (
        <Dialog opened onClose={() => setGiven(undefined)} title="Obblighi della gestione" size="lg" closeOnClickOutside={false}>
          <Stack gap="md">
            <ChooseObligations value={given} onChange={setGiven} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setGiven(undefined)}>
                Annulla
              </Button>
              <Button
                loading={isPending}
                onClick={() => mutate({ management_id: management.id, obligations: given }, { onSuccess: () => setGiven(undefined) })}
              >
                Salva
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </Stack>
  )
}
