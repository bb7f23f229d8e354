import { Alert, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { payProblems, payTypes } from '../../../contract/people/pay-words.ts'
import type { BatchDocument } from '../../../contract/people/payrolls.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { fetchFile } from '../../../crud/import/download.ts'
import { useSend } from '../../../lib/query.ts'
import { useRefused } from '../../../lib/use-refused.ts'
import { monthChoices } from '../../../rules/people/payslips.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import classes from './AssignDialog.module.css'
import { usePayArea } from './pay-area.ts'

const options = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** Gives a document to a person and a period, with its page beside. Nothing of it is kept as a draft on the device. */
export function AssignDialog({ document, onClose }: { document: BatchDocument; onClose: () => void }) {
  const { kind, calls } = usePayArea()
  const [chosen, setChosen] = useState({
    user_id: document.user?.id ?? null,
    year: document.year as number | string | null,
    month: document.month,
    type: document.type,
    company: document.company,
  })
  const send = useSend(calls.assign)
  const { refused, enter } = useRefused(send.error)
  const set = (change: Partial<typeof chosen>) => {
    setChosen((now) => ({ ...now, ...change }))
    enter(...Object.keys(change))
  }
  const phone = usePhone()
  return (
    <Dialog opened onClose={onClose} title="Abbina il documento" closeOnClickOutside={false} size={phone ? 'md' : '70rem'}>
      <div className={classes.both}>
        {!phone && <Preview id={document.id} />}
        <Stack gap="sm">
          {document.problem && <Alert color="amber">{payProblems[document.problem].text}</Alert>}
          <Text size="sm">
            {document.source}
            {document.fiscalCode && ` · ${document.fiscalCode}`}
          </Text>
          <LookupSelect
            label="Dipendente"
            required
            source={calls.people}
            value={chosen.user_id}
            onChange={(user_id) => set({ user_id })}
            error={refused.user_id}
          />
          <Columns min="8rem">
            <NumberInput
              label="Anno"
              required
              hideControls
              thousandSeparator=""
              allowDecimal={false}
              value={chosen.year ?? ''}
              onChange={(year) => set({ year })}
              error={refused.year}
            />
            {kind === 'paghe' && (
              <Select
                label="Mese"
                required
                data={options(monthChoices)}
                value={chosen.month === null ? null : String(chosen.month)}
                onChange={(month) => set({ month: month === null ? null : Number(month) })}
                error={refused.month}
              />
            )}
          </Columns>
          {kind === 'paghe' && (
            <Select
              label="Tipo"
              data={options(payTypes)}
              value={chosen.type}
              allowDeselect={false}
              onChange={(type) => type && set({ type: type as BatchDocument['type'] })}
              error={refused.type}
            />
          )}
          <TextInput
            label="Azienda"
            maxLength={120}
            value={chosen.company}
            onChange={({ currentTarget: { value } }) => set({ company: value })}
            error={refused.company}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annulla
            </Button>
            <Button
              loading={send.isPending}
              onClick={() =>
                send.mutate({ id: document.id, rev: document.rev, ...chosen, year: chosen.year === '' ? null : chosen.year } as never, {
                  onSuccess: onClose,
                })
              }
            >
              Abbina
            </Button>
          </Group>
        </Stack>
      </div>
    </Dialog>
  )
}

/** The PDF as the browser shows it; it is in memory alone, and let go with the dialog. */
function Preview({ id }: { id: number }) {
  const { calls } = usePayArea()
  const {
    mutate,
    data: url,
    isError,
  } = useMutation({
    mutationFn: async () => URL.createObjectURL(await fetchFile(calls.get, { id })),
  })
  useEffect(() => mutate(), [mutate])
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  if (isError) return <Text c="dimmed">Il documento non si può mostrare.</Text>
  return url ? <iframe className={classes.page} src={url} title="Documento" /> : <Text c="dimmed">Caricamento in corso</Text>
}
