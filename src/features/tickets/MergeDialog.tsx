import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { query, useSend } from '../../lib/query.ts'
import { numberOf, stationOf } from '../../rules/tickets/columns.ts'
import { UNMERGE_DAYS } from '../../rules/tickets/states.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { keyOf, linkOf } from './ticket-links.ts'

const SHOWN = 10
/** Chooses the ticket to merge this one into. Without a search text, it offers tickets of the same station. */
export function MergeDialog({ row, onClose }: { row: TicketRow; onClose: () => void }) {
  const router = useRouter()
  const merge = useSend(tickets.merge)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<TicketRow>()
  const [asked] = useDebouncedValue(text.trim(), 300)
  const typed = chosen && text === say(chosen) ? '' : asked
  const { data, isError } = useQuery({
    ...query(tickets.list, {
      per_page: SHOWN,
      status: [1, 2, 3, 4] as never,
      ...(typed ? { search: typed } : row.station && { station_id: [row.station.id] }),
    }),
    placeholderData: (before) => before,
  })
  const found = (data?.data ?? []).filter(({ id }) => id !== row.id)
  const all = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const send = () =>
    merge.mutate(
      { ...keyOf(row), into: { id_year: chosen!.id_year, id_number: chosen!.id_number } },
      {
        onSuccess: (into) => {
          onClose()
          void router.navigate(linkOf(into))
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title="Unisci a un altro ticket">
      <Stack>
        <Text>{`${numberOf(row)} ${row.subject} si chiude, e la sua conversazione prosegue nell’altro. Si può annullare entro ${UNMERGE_DAYS} giorni.`}</Text>
        <Select
          label="Ticket"
          placeholder="Numero o parole"
          data-autofocus
          // The list covers the buttons below, so it opens when it is wanted: by a press, an arrow or by typing.
          openOnFocus={false}
          searchable
          data={all.map((one) => ({ value: String(one.id), label: say(one) }))}
          filter={({ options }) => options}
          value={chosen ? String(chosen.id) : null}
          onChange={(id) => setChosen(all.find((one) => String(one.id) === id))}
          searchValue={text}
          onSearchChange={setText}
          nothingFoundMessage={isError ? 'Errore nel caricamento.' : data ? 'Nessun risultato' : 'Caricamento in corso'}
        />
        {chosen?.station && row.station && chosen.station.id !== row.station.id && (
          <Alert color="amber" role="alert">
            {`I due ticket sono di punti vendita diversi: ${numberOf(row)} di ${stationOf(row)}, ${numberOf(chosen)} di ${stationOf(chosen)}.`}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button disabled={!chosen} loading={merge.isPending} onClick={send}>
            Unisci
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
const say = (one: TicketRow) => [numberOf(one), one.subject, one.station && stationOf(one)].filter(Boolean).join(' · ')
