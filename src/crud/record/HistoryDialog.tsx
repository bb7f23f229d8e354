import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Compared, history } from '../../contract/kernel/history.ts'
import { dayTime } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import {
  changedFields,
  eventLabels,
  fieldLabel,
  formatField,
  type ModelHistories,
  type ModelHistory,
  modelHistory,
  recordWords,
} from '../../rules/shared/history-format.ts'
import { Columns } from '../../ui/Columns.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { usePhone } from '../../ui/use-phone.ts'

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
  const { id, current, revertible, conflicts, old, new: made } = change
  const conflictOf = (name: string) => conflicts.find(({ field }) => field === name)
  // Fields changed again later come first and are not preselected: undoing them would lose that work.
  const names = changedFields(told, change).sort((a, b) => Number(!!conflictOf(b)) - Number(!!conflictOf(a)))
  const [chosen, setChosen] = useState(revertible.filter((name) => !conflictOf(name)))
  const { mutate, isPending } = useSend(history.revert)
  const queryClient = useQueryClient()
  const done = () => {
    if (told.update) void queryClient.invalidateQueries({ queryKey: [told.update.resource] })
    onClose()
  }
  // Most likely the record was changed meanwhile, so the conflicts are read again.
  const compareAgain = () => void queryClient.invalidateQueries({ queryKey: [history.get.resource] })
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
      {names.map((name) => {
        const conflict = conflictOf(name)
        const values = { Prima: old?.[name], Dopo: made?.[name], ...(current && { Adesso: current[name] }) }
        return (
          <div key={name}>
            {revertible.includes(name) ? (
              <Checkbox
                label={fieldLabel(told, name)}
                checked={chosen.includes(name)}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
            ) : (
              <Text fw={500}>{fieldLabel(told, name)}</Text>
            )}
            {conflict && (
              <Text size="sm" c="red">
                Cambiato ancora da {conflict.user?.name ?? 'Sistema'} {conflict.at && `il ${dayTime(conflict.at)}`}
              </Text>
            )}
            <Columns min="9rem">
              {Object.entries(values).map(([label, value]) => (
                <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Text span c="dimmed">
                    {label}:{' '}
                  </Text>
                  {formatField(told, name, value, change.names)}
                </Text>
              ))}
            </Columns>
          </div>
        )
      })}
      {!current && told.update && change.event !== 'deleted' && <Text c="dimmed">Il record non c’è più: non si può ripristinare.</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Chiudi
        </Button>
        {!!revertible.length && (
          <Button
            disabled={!chosen.length}
            loading={isPending}
            onClick={() => mutate({ id, fields: chosen, rev: Number(current?.rev) }, { onSuccess: done, onError: compareAgain })}
          >
            {chosen.length === 1 ? 'Ripristina 1 campo' : `Ripristina ${chosen.length} campi`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
