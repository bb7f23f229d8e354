import { Button, Group, Stack, Table, TableScrollContainer, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { remuneration } from '../../../contract/people/remuneration.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { RowMenu } from '../../../crud/list/RowMenu.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { count, day, euro, today } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { monthlyRemuneration } from '../../../rules/people/remuneration.ts'
import { Chart } from '../../../ui/Chart.tsx'
import { Columns } from '../../../ui/Columns.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconCoinEuro, IconPencil, IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import type { Management } from '../managers/words.ts'

type Version = Output<typeof remuneration.get>
const empty = { valid_from: today(), fixed: 0, perLiter: 0, discountLiter: 0, aboveThreshold: 0, thresholdLiters: 0 } as const
const names = ['valid_from', 'fixed', 'perLiter', 'discountLiter', 'aboveThreshold', 'thresholdLiters'] as const
const perLitre = (value: number) => euro(value, 4)
/** Litres of a month that the chart shows. */
const SCALE = [0, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 175_000, 200_000]

/** The versions of a remuneration, newest first, and what a month of so many litres would give. */
export function RemunerationPanel({ management }: { management: Management }) {
  const { data, isError, refetch } = useQuery(query(remuneration.list, { management_id: [management.id], per_page: 100 }))
  const [open, setOpen] = useState<Version | 'new'>()
  const remove = useDelete(remuneration.remove, 'la remunerazione')
  const write = useCan()('mgmt.fin')
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const versions = data.data
  const current = versions.find(({ valid_from }) => valid_from <= today()) ?? versions.at(-1)
  const add = write && <Button onClick={() => setOpen('new')}>Nuova remunerazione</Button>
  return (
    <Stack gap="lg">
      {versions.length > 0 && <Group justify="flex-end">{add}</Group>}
      {versions.length === 0 ? (
        <EmptyState icon={IconCoinEuro} message="Nessuna remunerazione." action={add} />
      ) : (
        <TableScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Valida dal</Table.Th>
                <Table.Th ta="right">Fisso mensile</Table.Th>
                <Table.Th ta="right">€/litro</Table.Th>
                <Table.Th ta="right">Sconto €/litro</Table.Th>
                <Table.Th ta="right">Oltre soglia</Table.Th>
                <Table.Th ta="right">Soglia litri</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {versions.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td id={`remuneration-${one.id}`}>
                    {day(one.valid_from)}
                    {one.id === current?.id && (
                      <Text size="xs" c="dimmed">
                        in vigore
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{euro(one.fixed, 2)}</Table.Td>
                  <Table.Td ta="right">{perLitre(one.perLiter)}</Table.Td>
                  <Table.Td ta="right">{perLitre(one.discountLiter)}</Table.Td>
                  <Table.Td ta="right">{perLitre(one.aboveThreshold)}</Table.Td>
                  <Table.Td ta="right">{one.thresholdLiters ? count(one.thresholdLiters) : '–'}</Table.Td>
                  <Table.Td>
                    {write && (
                      <RowMenu
                        of={`remuneration-${one.id}`}
                        actions={[
                          { label: 'Modifica', icon: IconPencil, onSelect: () => setOpen(one) },
                          {
                            label: 'Elimina',
                            icon: IconTrash,
                            danger: true,
                            onSelect: () => remove({ id: one.id }, `dal ${day(one.valid_from)}`),
                          },
                        ]}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
      )}
      {current && <Simulator version={current} />}
      {open && (
        <VersionDialog
          management={management.id}
          version={open === 'new' ? undefined : open}
          current={current}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Stack>
  )
}

/** What a month would give under a version. */
function Simulator({ version }: { version: Version }) {
  const [litres, setLitres] = useState<number | null>(100_000)
  const [discounted, setDiscounted] = useState<number | null>(0)
  const sum =
    Number.isFinite(litres ?? 0) && Number.isFinite(discounted ?? 0)
      ? monthlyRemuneration(version, litres ?? 0, discounted ?? 0)
      : undefined
  return (
    <Stack gap="sm">
      <Title order={2}>Simulatore</Title>
      <Columns min="12rem">
        <NumberField label="Litri mese" decimals={0} value={litres} onChange={setLitres} />
        <NumberField label="Litri scontati" decimals={0} value={discounted} onChange={setDiscounted} />
      </Columns>
      <Text role="status" size="lg" fw={600}>
        {`Compenso: ${sum === undefined ? '–' : euro(sum, 2)}`}
      </Text>
      <Chart
        title="Compenso per litri mese"
        kind="line"
        format={(value) => euro(value, 2)}
        data={{
          heading: 'Litri mese',
          labels: SCALE.map(count),
          series: [{ name: 'Compenso', tone: 'plain', values: SCALE.map((one) => monthlyRemuneration(version, one)) }],
        }}
      />
    </Stack>
  )
}

interface VersionDialogProps {
  management: number
  version: Version | undefined
  /** The one in force, whose terms a new version starts from. */
  current: Version | undefined
  onClose: () => void
}
function VersionDialog({ management, version, current, onClose }: VersionDialogProps) {
  const { valid_from, ...none } = empty
  const terms = current ? (Object.fromEntries(Object.keys(none).map((name) => [name, current[name as keyof typeof none]])) as never) : none
  const { form, ...fields } = useRecordForm(
    remuneration,
    version as never,
    { valid_from, ...(terms as typeof none), management_id: management },
    onClose,
  )
  return (
    <Dialog opened onClose={onClose} title={version ? 'Modifica remunerazione' : 'Nuova remunerazione'} closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        <Columns min="12rem">
          <Fields of={fields} names={names} />
        </Columns>
      </RecordForm>
    </Dialog>
  )
}
