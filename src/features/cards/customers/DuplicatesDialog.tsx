import { Alert, Button, Group, Radio, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customers } from '../../../contract/cards/customers.ts'
import { duplicates, mergedFields } from '../../../contract/cards/duplicates.ts'
import { count } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { cardHistory } from '../../../rules/cards/history.ts'
import { fieldLabel, formatField } from '../../../rules/shared/history-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import type { Customer } from './customer-status.ts'
import { type Pair, Proposals } from './Proposals.tsx'

/** Customers that may be the same, and the comparison of two of them field by field. */
export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const [pair, setPair] = useState<Pair>()
  return (
    <Dialog opened onClose={onClose} title={pair ? 'Unisci clienti' : 'Possibili duplicati'} size="xl">
      {pair ? <MergeForm key={`${pair.target}-${pair.source}`} pair={pair} onPair={setPair} /> : <Proposals onPair={setPair} />}
    </Dialog>
  )
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const stationOf = ({ station }: Customer) => station && `${station.code} ${station.name}`
const wordsOf = (name: string, customer: Customer) =>
  (name === 'station_id' ? stationOf(customer) : formatField(cardHistory.customer, name, customer[name as keyof Customer])) || '–'

/** Codes that two different customers have: the same one has one of each. */
const differing = (a: Customer, b: Customer) => [
  ...(a.fiscalCode && b.fiscalCode && a.fiscalCode !== b.fiscalCode ? ['I codici fiscali sono diversi'] : []),
  ...(a.piva && b.piva && a.piva !== b.piva ? ['Le partite IVA sono diverse'] : []),
]

/** Both customers beside each other: each field that differs is kept from one of them. */
function MergeForm({ pair: { target, source }, onPair }: { pair: Pair; onPair: (pair: Pair | undefined) => void }) {
  // The one that was merged is read once more and is gone: that is no reason to leave the page.
  const kept = useQuery(query(customers.get, { id: target }, true))
  const other = useQuery(query(customers.get, { id: source }, true))
  const [chosen, setChosen] = useState<Record<string, 'target' | 'source'>>({})
  const merge = useSend(duplicates.merge)
  if (kept.isLoadingError || other.isLoadingError) return <ErrorState onRetry={() => void Promise.all([kept.refetch(), other.refetch()])} />
  if (!kept.data || !other.data) return <LoadingRows />
  const [a, b] = [kept.data, other.data]
  const names = mergedFields.filter((name) => !same(a[name], b[name]))
  /** What one of them lacks comes from the other, unless the person says otherwise. */
  const sideOf = (name: (typeof mergedFields)[number]) => chosen[name] ?? (a[name] === null && b[name] !== null ? 'source' : 'target')
  const fields = names.filter((name) => sideOf(name) === 'source')
  const cards = b.cards_count === 1 ? '1 tessera passa' : `${count(b.cards_count)} tessere passano`
  return (
    <Stack>
      <Alert color="gray">
        Resta {a.code} {a.denomination}. {cards} da {b.code} {b.denomination} con log, buoni e richieste, e {b.code} viene eliminato. Si
        torna indietro entro 30 giorni dalla scheda del cliente.
      </Alert>
      {differing(a, b).map((codes) => (
        <Alert key={codes} color="orange">
          {codes}: unisci solo se è lo stesso cliente e uno dei due codici è sbagliato.
        </Alert>
      ))}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Campo</Table.Th>
            <Table.Th>{a.code}</Table.Th>
            <Table.Th>{b.code}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => {
            const label = fieldLabel(cardHistory.customer, name)
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{label}</Table.Th>
                {(
                  [
                    ['target', a],
                    ['source', b],
                  ] as const
                ).map(([side, customer]) => (
                  <Table.Td key={side}>
                    <Radio
                      name={name}
                      label={wordsOf(name, customer)}
                      aria-label={`${label}: ${wordsOf(name, customer)} (${customer.code})`}
                      checked={sideOf(name) === side}
                      onChange={() => setChosen({ ...chosen, [name]: side })}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onPair(undefined)}>
          Indietro
        </Button>
        <Button variant="default" onClick={() => onPair({ target: source, source: target })}>
          Tieni {b.code}
        </Button>
        <Button
          color="red"
          loading={merge.isPending}
          onClick={() => merge.mutate({ id: a.id, from: b.id, fields, rev: a.rev }, { onSuccess: () => onPair(undefined) })}
        >
          Unisci
        </Button>
      </Group>
    </Stack>
  )
}
