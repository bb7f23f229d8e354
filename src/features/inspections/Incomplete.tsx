import { Alert, Button, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type Inspection, inspections } from '../../contract/inspections/inspections.ts'
import { connection } from '../../lib/online.ts'
import { useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { decideAction } from '../../rules/inspections/actions.ts'
import type { Unchecked } from '../../rules/inspections/station-context.ts'
import { UncheckedList } from './UnknownContext.tsx'
import { actionSubject } from './words.ts'

/** The checks that a verifica completed without knowing its station could not make, and for its inspector the way to make them now. */
export function Incomplete({ inspection, unchecked }: { inspection: Inspection; unchecked: readonly Unchecked[] }) {
  const { client_uuid, rev } = inspection
  const router = useRouter()
  const online = connection.use() === 'online'
  const resume = useSend(inspections.update)
  const may = decideAction('resume', actionSubject(inspection), useMe()) === 'yes'
  return (
    <Alert color="gray" title="Verifica incompleta">
      <Stack gap="sm">
        <Text>
          Al momento della verifica attrezzature e prezzi del punto vendita non erano noti, quindi non c’è punteggio. Da verificare:
        </Text>
        <UncheckedList unchecked={unchecked} />
        {may && (
          <Button
            w="fit-content"
            loading={resume.isPending}
            disabled={!online}
            onClick={() =>
              resume.mutate(
                { id: client_uuid, rev, status: 'draft' },
                { onSuccess: () => void router.navigate({ to: '/verifiche/$id', params: { id: client_uuid }, search: {} }) },
              )
            }
          >
            Riprendi e completa
          </Button>
        )}
        {may && !online && <Text size="sm">Per riprenderla serve la rete.</Text>}
      </Stack>
    </Alert>
  )
}
