import { Button, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { cashFunds, cashKinds } from '../../../contract/people/cash-funds.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { RowMenu } from '../../../crud/list/RowMenu.tsx'
import { Attachments } from '../../../crud/record/Attachments.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { day, euro, today } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconCoinEuro, IconFile, IconPencil, IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import type { Management } from '../managers/words.ts'

type Movement = Output<typeof cashFunds.get>
const empty = { kind: 'consegna', cashFundAmount: 0, cashFundDate: today(), note: '' } as const

/** The movements of the cash a manager holds, the balance, and a receipt for each. */
export function CashPanel({ management }: { management: Management }) {
  const { data, isError, refetch } = useQuery(query(cashFunds.list, { management: management.id }))
  const [open, setOpen] = useState<Movement | 'new'>()
  const [papers, setPapers] = useState<number>()
  const remove = useDelete(cashFunds.remove, 'il movimento')
  const write = useCan()('mgmt.fin')
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const add = write && <Button onClick={() => setOpen('new')}>Nuovo movimento</Button>
  const shown = data.find(({ id }) => id === papers)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="lg" fw={600}>
          {`Fondo attuale: ${euro(management.cash_balance ?? 0, 2)}`}
        </Text>
        {data.length > 0 && add}
      </Group>
      {data.length === 0 ? (
        <EmptyState icon={IconCoinEuro} message="Nessun movimento del fondo cassa." action={add} />
      ) : (
        <TableScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Data</Table.Th>
                <Table.Th>Movimento</Table.Th>
                <Table.Th ta="right">Importo</Table.Th>
                <Table.Th>Note</Table.Th>
                <Table.Th>Ricevuta</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>{day(one.cashFundDate)}</Table.Td>
                  <Table.Td id={`cash-${one.id}`}>{cashKinds[one.kind ?? 'consegna']}</Table.Td>
                  <Table.Td ta="right">{`${one.kind === 'restituzione' ? '−' : ''}${euro(one.cashFundAmount, 2)}`}</Table.Td>
                  <Table.Td>{one.note}</Table.Td>
                  <Table.Td>
                    <DownloadButton
                      source={cashFunds.receipt}
                      input={{ id: one.id }}
                      label={`PDF della ricevuta del ${day(one.cashFundDate)}`}
                    >
                      PDF
                    </DownloadButton>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu
                      of={`cash-${one.id}`}
                      actions={[
                        { label: `Ricevuta firmata (${one.files.length})`, icon: IconFile, onSelect: () => setPapers(one.id) },
                        ...(write
                          ? [
                              { label: 'Modifica', icon: IconPencil, onSelect: () => setOpen(one) },
                              {
                                label: 'Elimina',
                                icon: IconTrash,
                                danger: true,
                                onSelect: () => remove({ id: one.id }, `${euro(one.cashFundAmount, 2)} del ${day(one.cashFundDate)}`),
                              },
                            ]
                          : []),
                      ]}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
      )}
      {open && (
        <MovementDialog management={management.id} movement={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
      {shown && (
        <Dialog opened onClose={() => setPapers(undefined)} title="Ricevuta firmata">
          <Attachments resource={cashFunds as never} record={shown} />
        </Dialog>
      )}
    </Stack>
  )
}

interface MovementDialogProps {
  management: number
  movement: Movement | undefined
  onClose: () => void
}
function MovementDialog({ management, movement, onClose }: MovementDialogProps) {
  const initial = { ...empty, management_id: management }
  const { form, ...fields } = useRecordForm(cashFunds, movement as never, initial, onClose)
  return (
    <Dialog opened onClose={onClose} title={movement ? 'Modifica movimento' : 'Nuovo movimento'} closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        <Columns min="12rem">
          <Fields of={fields} names={['kind', 'cashFundAmount', 'cashFundDate', 'note']} />
        </Columns>
      </RecordForm>
    </Dialog>
  )
}
