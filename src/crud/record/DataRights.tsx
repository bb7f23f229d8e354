import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import { type ErasureGround, erasureGrounds } from '../../contract/kernel/erasure.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DownloadButton } from '../import/DownloadButton.tsx'

const grounds = Object.entries(erasureGrounds).map(([value, label]) => ({ value, label }))
type Call = Endpoint & Named

interface DataRightsProps {
  id: number
  /** "del cliente", "del gestore": whose data they are. */
  of: string
  /** What is lost, as a sentence. */
  lost: string
  archive: Call
  erase: Call
  /** The resource of the record, whose page is left before it is read again: of an erased one there is nothing to read. */
  resource: string
  onErased: () => unknown
}
/** The archive of what is known about a person, and the erasure. */
export function DataRights({ id, of, lost, resource, archive, erase, onErased }: DataRightsProps) {
  const [asked, setAsked] = useState(false)
  const can = useCan()
  if (!can(archive.policy!)) return null
  return (
    <Group>
      <DownloadButton source={archive as never} input={{ id, format: 'pdf' } as never}>
        Archivio dati in PDF
      </DownloadButton>
      <DownloadButton source={archive as never} input={{ id, format: 'json' } as never}>
        Archivio dati in JSON
      </DownloadButton>
      {can(erase.policy!) && (
        <Button variant="outline" color="red" onClick={() => setAsked(true)}>
          Cancella i dati
        </Button>
      )}
      {asked && <Erasure {...{ id, of, lost, resource, erase, onErased }} onClose={() => setAsked(false)} />}
    </Group>
  )
}

function Erasure({ id, of, lost, resource, erase, onErased, onClose }: Omit<DataRightsProps, 'archive'> & { onClose: () => void }) {
  const [ground, setGround] = useState<ErasureGround>('fiscale')
  const { mutate, isPending } = useSend(erase as never)
  const queries = useQueryClient()
  const leave = async () => {
    await onErased()
    await queries.invalidateQueries({ queryKey: [resource] })
  }
  return (
    <Dialog opened onClose={onClose} title={`Cancellare i dati ${of}?`}>
      <Stack>
        <Text>{lost} Non si può tornare indietro.</Text>
        <Select
          label="Motivo di conservazione"
          data={grounds}
          value={ground}
          allowDeselect={false}
          onChange={(next) => next && setGround(next as ErasureGround)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate({ id, ground } as never, { onSuccess: () => void leave() })}>
            Cancella i dati
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
