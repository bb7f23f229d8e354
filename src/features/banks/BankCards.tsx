import { ActionIcon, Button, Group, Select, Table, TableScrollContainer, Text, TextInput } from '@mantine/core'
import { type Bank, banks, cardKinds } from '../../contract/banks.ts'
import { useFormRows } from '../../crud/form-rows.ts'
import { RecordForm } from '../../crud/RecordForm.tsx'
import { useRecordForm } from '../../crud/use-record-form.ts'
import { day } from '../../lib/format.ts'
import { DateField } from '../../ui/DateField.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.tsx'
import classes from './BankCards.module.css'

const kinds = Object.entries(cardKinds).map(([value, label]) => ({ value, label }))
const blank = { number: '', kind: 'versamento', holder: '', expires_at: null, note: '' }

/** The cards of a bank, edited in place: the whole set is saved with the bank (domain.md 1.5). */
export function BankCards({ bank }: { bank: Bank }) {
  const { field, form, values } = useRecordForm(banks, bank, { name: bank.name, cards: [] }, () => {}, 'carte')
  const cards = useFormRows(values, 'cards')
  return (
    <RecordForm form={form} onCancel={() => void form.reset()}>
      {cards.rows.map(({ key, at, remove }) => (
        <div key={key} className={classes.card}>
          <TextInput {...field(`cards.${at}.number`)} />
          <Select {...field(`cards.${at}.kind`)} data={kinds} allowDeselect={false} />
          <TextInput {...field(`cards.${at}.holder`)} />
          <DateField {...field(`cards.${at}.expires_at`)} />
          <TextInput {...field(`cards.${at}.note`)} />
          <ActionIcon variant="subtle" color="red" aria-label={`Togli la carta ${at + 1}`} onClick={remove}>
            <IconTrash />
          </ActionIcon>
        </div>
      ))}
      {!cards.rows.length && <Text c="dimmed">Nessuna carta.</Text>}
      <Group>
        <Button variant="default" leftSection={<IconPlus />} onClick={() => cards.add(blank)}>
          Aggiungi carta
        </Button>
      </Group>
    </RecordForm>
  )
}

/** The same for who may only read. */
export function BankCardTable({ bank }: { bank: Bank }) {
  if (!bank.cards.length) return <Text c="dimmed">Nessuna carta.</Text>
  return (
    <TableScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Numero carta</Table.Th>
            <Table.Th>Tipo</Table.Th>
            <Table.Th>Intestatario</Table.Th>
            <Table.Th>Scadenza</Table.Th>
            <Table.Th>Note</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bank.cards.map((card) => (
            <Table.Tr key={card.id}>
              <Table.Td>{card.number}</Table.Td>
              <Table.Td>{cardKinds[card.kind]}</Table.Td>
              <Table.Td>{card.holder}</Table.Td>
              <Table.Td>{day(card.expires_at)}</Table.Td>
              <Table.Td>{card.note}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  )
}
