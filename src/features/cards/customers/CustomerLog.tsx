import { Table } from '@mantine/core'
import { useState } from 'react'
import { customerLogs, type CustomerLog as Entry } from '../../../contract/cards/customer-logs.ts'
import { customers } from '../../../contract/cards/customers.ts'
import { customerLogActions } from '../../../contract/cards/words.ts'
import { users } from '../../../contract/people/users.ts'
import { type Columns, textColumn } from '../../../crud/list/columns.ts'
import { anyOfMany, related } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { period } from '../../../crud/list/period.tsx'
import { useCan } from '../../../lib/session.ts'
import { logChanges, logColumns as words } from '../../../rules/cards/log-columns.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconHistory, IconSearch } from '../../../ui/icons.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'

/** The log of operations: of one customer or one card where `given` says so, else of all. */
export function CustomerLog({ given }: { given?: { customer_id: [number] } | { card_id: [number] } }) {
  const [read, setRead] = useState<Entry>()
  const can = useCan()
  const ofCustomer = given && 'customer_id' in given
  const columns: Columns<Entry> = {
    'Data/ora': { ...textColumn(words['Data/ora']), sort: 'created_at', width: 9 },
    Operazione: { ...textColumn(words.Operazione), width: 10 },
    ...(!ofCustomer && {
      Cliente: {
        ...words.Cliente,
        show: (row: Entry) =>
          row.customer ? (
            <LinkAnchor to="/carte/clienti/{-$id}" params={{ id: row.customer.id }}>
              {words.Cliente.text(row)}
            </LinkAnchor>
          ) : (
            '–'
          ),
      },
    }),
    Tessera: { ...textColumn(words.Tessera), width: 8 },
    Operatore: { ...textColumn(words.Operatore), spare: 1 },
    Dettaglio: { ...textColumn(words.Dettaglio), spare: 2 },
  }
  return (
    <>
      <PagedTable
        {...useListState(customerLogs.list)}
        given={given}
        columns={columns}
        filters={{
          from: period('Periodo', 'to'),
          ...(!given && { customer_id: related('Cliente', customers.suggest, ({ code, name }) => `${code} ${name}`) }),
          ...(can(users.suggest.policy) && { user_id: related('Operatore', users.suggest, ({ name }) => name) }),
          action: anyOfMany('Operazione', customerLogActions),
        }}
        actions={(row) => (logChanges(row).length ? [{ label: 'Dettagli', icon: IconSearch, onSelect: () => setRead(row) }] : [])}
        empty={<EmptyState icon={IconHistory} message="Nessuna operazione registrata." />}
      />
      {read && (
        <Dialog
          opened
          onClose={() => setRead(undefined)}
          title={`${words.Operazione.text(read)} · ${words['Data/ora'].text(read)}`}
          size="lg"
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Campo</Table.Th>
                <Table.Th>Prima</Table.Th>
                <Table.Th>Dopo</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {logChanges(read).map(({ field, before, after }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{field}</Table.Th>
                  <Table.Td>{before || '–'}</Table.Td>
                  <Table.Td>{after}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Dialog>
      )}
    </>
  )
}
