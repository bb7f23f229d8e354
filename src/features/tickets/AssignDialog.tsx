import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { query, useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconX } from '../../ui/icons.tsx'
import { keyOf } from './ticket-links.ts'
import classes from './tickets.module.css'

/** Assigns and removes agents. The choice shows how many open tickets each agent has. */
export function AssignDialog({ row, onClose }: { row: TicketRow; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(query(tickets.users, {}))
  // The row is read again, so that the dialog shows its own changes.
  const { data: now = row } = useQuery(query(tickets.get, keyOf(row), true))
  const assign = useSend(tickets.assign)
  const deassign = useSend(tickets.deassign)
  const [chosen, setChosen] = useState<string | null>(null)
  const free = (data ?? []).filter(({ id }) => !now.assignments.some(({ user_id }) => user_id === id))
  return (
    <Dialog opened onClose={onClose} title="Assegna il ticket">
      <Stack>
        {now.assignments.length ? (
          <Stack gap={0} component="ul" p={0} m={0} aria-label="Assegnatari">
            {now.assignments.map(({ user_id, name }) => (
              <li key={user_id} className={classes.assigned}>
                {name}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Rimuovi ${name}`}
                  disabled={deassign.isPending}
                  onClick={() => deassign.mutate({ ...keyOf(row), user_id })}
                >
                  <IconX />
                </ActionIcon>
              </li>
            ))}
          </Stack>
        ) : (
          <Text c="dimmed">Nessun assegnatario.</Text>
        )}
        <Select
          label="Assegna a"
          searchable
          data-autofocus
          data={free.map(({ id, name, open }) => ({ value: String(id), label: `${name} · ${open} ${open === 1 ? 'aperto' : 'aperti'}` }))}
          value={chosen}
          onChange={setChosen}
          onDropdownOpen={() => isError && void refetch()}
          error={isError && 'Elenco non disponibile: aprilo per riprovare.'}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          <Button
            disabled={!chosen}
            loading={assign.isPending}
            onClick={() => assign.mutate({ ...keyOf(row), user_id: Number(chosen) }, { onSuccess: () => setChosen(null) })}
          >
            Assegna
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
