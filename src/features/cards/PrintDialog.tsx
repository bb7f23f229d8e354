import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cardPapers, MAX_PRINTED, paperNames } from '../../contract/cards/papers.ts'
import { count } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type Paper = keyof typeof paperNames
interface PrintDialogProps {
  /** The filters of the list. */
  search: object
  /** Cards that they find. */
  total: number | undefined
  /** The ticked cards; none: everything that the filters find. */
  ids: ReadonlySet<number>
  onClose: () => void
}
/** Prints the papers of the ticked cards, or of all that the list finds, as one PDF made by a job. */
export function PrintDialog({ search, total: found = 0, ids, onClose }: PrintDialogProps) {
  const navigate = useNavigate()
  const [paper, setPaper] = useState<Paper>('letter')
  const { mutate, isPending } = useSend(cardPapers.print)
  const total = ids.size || found
  const tooMany = total > MAX_PRINTED
  const cards = total === 1 ? '1 tessera' : `${count(total)} tessere`
  const which = ids.size ? (total === 1 ? 'quella selezionata' : 'quelle selezionate') : 'quelle trovate con i filtri'
  const start = () =>
    mutate(
      {
        paper,
        ...(ids.size
          ? { ids: [...ids] }
          : { search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) }),
      },
      { onSuccess: ({ id }) => void navigate({ to: '/storico-job/{-$id}', params: { id } }) },
    )
  return (
    <Dialog opened onClose={onClose} title="Stampa documenti">
      <Stack>
        <Text>
          {tooMany
            ? `${cards}, ${which}: si stampano al massimo ${count(MAX_PRINTED)} tessere per volta. ${ids.size ? 'Riduci la selezione.' : 'Restringi i filtri.'}`
            : `${cards}, ${which}, in un solo PDF; quelle chiuse non vengono stampate. Il log dei clienti registra ogni PDF scaricato.`}
        </Text>
        <Radio.Group label="Documento" value={paper} onChange={(next) => setPaper(next as Paper)}>
          <Stack gap={0}>
            {Object.entries(paperNames).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button disabled={tooMany || !total} loading={isPending} onClick={start}>
            Stampa
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
