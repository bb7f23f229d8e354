import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { query } from '../../lib/query.ts'
import { type KnownValues, renderTemplate, templateVariables } from '../../rules/tickets/mail-template.ts'
import { stepsOf } from './MacroDialog.tsx'

const MACROS = { active: true, event: ['macro' as const] }
/** Each ticket has its own values, so what stands there is said in words. */
const SLOTS: KnownValues = Object.fromEntries(Object.entries(templateVariables).map(([name, label]) => [name, `[${label}]`]))
interface MacroSelectProps {
  label: string
  value: number | undefined
  onChange: (id: number | null) => void
}
/** Chooses a macro for many tickets, and says what it will do to each and to whom it writes. */
export function MacroSelect({ label, value, onChange }: MacroSelectProps) {
  const { data } = useQuery(query(defaultMails.list, MACROS))
  const macro = data?.find(({ id }) => id === value)
  return (
    <>
      <LookupSelect source={defaultMails.list} given={MACROS} aria-label={label} value={value ?? null} onChange={onChange} />
      {macro && (
        <Stack gap={4} role="status">
          <Text size="sm">
            {[stepsOf(macro), macro.internal && macro.leads_to !== 'close' ? undefined : 'Il testo arriva a chi ha aperto il ticket']
              .filter(Boolean)
              .join(' · ')}
            .
          </Text>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
            {renderTemplate(macro.body, SLOTS)}
          </Text>
        </Stack>
      )}
    </>
  )
}
