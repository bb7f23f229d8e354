import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { Compared } from '../../contract/kernel/history.ts'
import { dayTime } from '../../lib/format.ts'
import { fieldLabel, formatField, type ModelHistory } from '../../rules/shared/history-format.ts'
import { Columns } from '../../ui/Columns.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconArrowBackUp } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/use-phone.ts'

interface ComparedFieldProps {
  name: string
  change: Compared
  told: ModelHistory
  conflict: Compared['conflicts'][number] | undefined
  /** Absent where the person may not revert the field, or it has its earlier value again. `chosen`: where several are reverted together. */
  revert: { chosen?: { on: boolean; onChange: (on: boolean) => void } | undefined; busy: boolean; onRevert: () => void } | undefined
}

/** One changed field: its value before the change, after it and today, side by side (stacked on a phone), and its own revert. */
export function ComparedField({ name, change, told, conflict, revert }: ComparedFieldProps) {
  const phone = usePhone()
  const confirm = useConfirm()
  const words = (value: unknown) => formatField(told, name, value, change.names)
  const values = { Prima: words(change.old?.[name]), Dopo: afterwards(change, name, words), Adesso: today(change, name, words) }
  const label = fieldLabel(told, name)
  const message = `Il campo «${label}» è stato cambiato ancora dopo questa modifica: il valore di adesso, «${values.Adesso}», si perde.`
  const ask = async () => !conflict || (await confirm({ title: 'Ripristinare il campo?', message, confirm: 'Ripristina', danger: true }))
  return (
    <section aria-label={label}>
      <Group justify="space-between" gap="xs">
        {revert?.chosen ? (
          <Checkbox label={label} checked={revert.chosen.on} onChange={(event) => revert.chosen!.onChange(event.currentTarget.checked)} />
        ) : (
          <Text fw={500}>{label}</Text>
        )}
        {revert && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            loading={revert.busy}
            onClick={async () => (await ask()) && revert.onRevert()}
          >
            Ripristina questo campo
          </Button>
        )}
      </Group>
      {conflict && (
        <Text size="sm" c="red">
          Cambiato ancora da {conflict.user?.name ?? 'Sistema'} {conflict.at && `il ${dayTime(conflict.at)}`}
        </Text>
      )}
      <Columns min={phone ? '100%' : '9rem'}>
        {Object.entries(values).map(([when, value]) => (
          <Text key={when} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Text span c="dimmed">
              {when}:{' '}
            </Text>
            {value}
          </Text>
        ))}
      </Columns>
    </section>
  )
}

const afterwards = ({ new: made }: Compared, name: string, words: (value: unknown) => string) => (made ? words(made[name]) : DELETED)
/** The value of the record today, or why it is not shown. */
function today({ current, readable, event }: Compared, name: string, words: (value: unknown) => string): string {
  if (current) return name in current ? words(current[name]) : NOT_READABLE
  if (event === 'deleted') return DELETED
  return readable ? '(il record non c’è più)' : NOT_READABLE
}
const DELETED = '(eliminato)'
const NOT_READABLE = '(non leggibile da qui)'
