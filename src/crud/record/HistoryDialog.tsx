import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Compared, history } from '../../contract/kernel/history.ts'
import { dayTime } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import {
  changedFields,
  eventLabels,
  type ModelHistories,
  type ModelHistory,
  modelHistory,
  recordWords,
} from '../../rules/shared/history-format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { ComparedField } from './ComparedField.tsx'

/** What is absent is null. */
const alike = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

interface HistoryDialogProps {
  id: number
  models: ModelHistories
  onClose: () => void
}

/** One change beside the values before it and now, and its undo for people who may change the record. */
export function HistoryDialog({ id, models, onClose }: HistoryDialogProps) {
  const phone = usePhone()
  const { data, isError, refetch } = useQuery(query(history.get, { id }))
  const told: ModelHistory | undefined = data && modelHistory(models, data.model)
  return (
    <Dialog opened onClose={onClose} title="Confronta e ripristina" size="lg" fullScreen={phone}>
      {isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data && told ? (
        <Comparison key={String(data.current?.rev)} change={data} told={told} onClose={onClose} />
      ) : (
        <LoadingRows />
      )}
    </Dialog>
  )
}

function Comparison({ change, told, onClose }: { change: Compared; told: ModelHistory; onClose: () => void }) {
  const { id, current, readable, revertible } = change
  // A field that has its earlier value again has nothing to revert, and is no conflict.
  const open = revertible.filter((name) => !alike(change.old?.[name], current?.[name]))
  const conflicts = change.conflicts.filter(({ field }) => open.includes(field))
  const conflictOf = (name: string) => conflicts.find(({ field }) => field === name)
  // Fields changed again later come first and are not preselected: undoing them would lose that work.
  const names = changedFields(told, change).sort((a, b) => Number(!!conflictOf(b)) - Number(!!conflictOf(a)))
  const [chosen, setChosen] = useState(open.filter((name) => !conflictOf(name)))
  const choice = (name: string) => ({
    on: chosen.includes(name),
    onChange: (on: boolean) => setChosen(on ? [...chosen, name] : chosen.filter((one) => one !== name)),
  })
  const { mutate, isPending } = useSend(history.revert)
  const queryClient = useQueryClient()
  // The dialog stays for the fields that are left, if one was reverted by its own button.
  const revert = (fields: string[], last = true) =>
    mutate(
      { id, fields, rev: Number(current?.rev) },
      {
        onSuccess() {
          if (told.update) void queryClient.invalidateQueries({ queryKey: [told.update.resource] })
          if (last) onClose()
        },
        // Most likely the record was changed meanwhile, so the conflicts are read again.
        onError: () => void queryClient.invalidateQueries({ queryKey: [history.get.resource] }),
      },
    )
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {recordWords(told, change)} · {eventLabels[change.event] ?? change.event} di {change.user?.name ?? 'Sistema'} il{' '}
        {dayTime(change.created_at)}
      </Text>
      {!!conflicts.length && (
        <Text c="red" role="alert">
          {conflicts.length === 1 ? 'Un campo è stato cambiato' : `${conflicts.length} campi sono stati cambiati`} ancora dopo questa
          modifica: a ripristinarli si perde il valore di adesso.
        </Text>
      )}
      {!names.length && <Text>Nessun campo è cambiato.</Text>}
      {names.map((name) => (
        <ComparedField
          key={name}
          {...{ name, change, told }}
          conflict={conflictOf(name)}
          revert={
            open.includes(name)
              ? { chosen: open.length > 1 ? choice(name) : undefined, onRevert: () => revert([name], open.length === 1), busy: isPending }
              : undefined
          }
        />
      ))}
      {readable && !current && change.event !== 'deleted' && <Text c="dimmed">Il record non c’è più: non si può ripristinare.</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Chiudi
        </Button>
        {open.length > 1 && (
          <Button disabled={!chosen.length} loading={isPending} onClick={() => revert(chosen)}>
            {chosen.length === 1 ? 'Ripristina 1 campo' : `Ripristina ${chosen.length} campi`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
