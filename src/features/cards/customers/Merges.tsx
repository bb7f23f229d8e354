import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { duplicates } from '../../../contract/cards/duplicates.ts'
import { RailPart } from '../../../crud/record/Rail.tsx'
import { day } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'

/** The merges of a customer that can still be taken back. */
export function Merges({ id }: { id: number }) {
  const may = useCan()(duplicates.merges.policy)
  const { data } = useQuery({ ...query(duplicates.merges, { id }), enabled: may })
  const undo = useSend(duplicates.undo)
  const confirm = useConfirm()
  if (!data?.length) return null
  const back = async (merge: number, name: string) => {
    const message = `${name} torna con le sue tessere e il suo log; i campi che nessuno ha più cambiato tornano come prima.`
    if (await confirm({ title: 'Annullare l’unione?', message, confirm: 'Annulla unione' })) undo.mutate({ id: merge })
  }
  return (
    <RailPart title="Clienti uniti">
      {data.map(({ id: merge, source, at }) => (
        <Group key={merge} gap="xs" justify="space-between">
          <Text size="sm">
            {source.code} {source.name}, il {day(at)}
          </Text>
          <Button variant="subtle" size="xs" onClick={() => void back(merge, `${source.code} ${source.name}`)}>
            Annulla unione
          </Button>
        </Group>
      ))}
    </RailPart>
  )
}
