import { Button, Fieldset, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { ticketCategories } from '../../contract/tickets/categories.ts'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import { Fields, type FormFields } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { FormFrame } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { oneLine } from '../../rules/shared/one-line.ts'
import { EXAMPLE, renderTemplate, templateProblem, templateVariables } from '../../rules/tickets/mail-template.ts'
import { Columns } from '../../ui/Columns.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'

type Mail = Output<typeof defaultMails.list>[number]
type TextField = 'subject' | 'body'
const empty = {
  ...{ name: '', event: 'manuale' as const, subject: '', body: '', active: true },
  ...{ leads_to: null, set_priority: null, set_category_id: null, assign_me: false, internal: false },
}

/** What a macro does beside writing its text. */
const MacroFields = ({ of }: { of: FormFields<'leads_to' | 'set_priority' | 'set_category_id' | 'assign_me' | 'internal'> }) => (
  <Fieldset legend="Con un clic, oltre a scrivere il testo">
    <Stack gap="sm">
      <Columns min="14rem">
        <Fields of={of} names={['leads_to']} />
        <PrioritySelect {...of.field('set_priority')} clearable />
        <LookupSelect {...of.field('set_category_id')} source={ticketCategories.list} given={{ active: true }} />
      </Columns>
      <Fields of={of} names={['assign_me', 'internal']} />
    </Stack>
  </Fieldset>
)
/** A mail template. A button per variable inserts it at the last cursor position; a preview shows the result. */
export function MailForm({ record, onDone }: FormProps<Mail>) {
  const { form, field, schema, values } = useRecordForm(defaultMails, record, empty, onDone)
  const text = { subject: String(values.useValue('subject') ?? ''), body: String(values.useValue('body') ?? '') }
  const boxes = { subject: useRef<HTMLInputElement>(null), body: useRef<HTMLTextAreaElement>(null) }
  const [last, setLast] = useState<TextField>('body')
  function insert(name: string) {
    const box = boxes[last].current
    const slot = `{{${name}}}`
    const [from, to] = [box?.selectionStart ?? text[last].length, box?.selectionEnd ?? text[last].length]
    values.set(last, text[last].slice(0, from) + slot + text[last].slice(to))
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + slot.length, from + slot.length)
    })
  }
  /** Controlled inputs, so that a button can write into them. */
  const box = (name: TextField) => {
    const { defaultValue: _, ...props } = field(name)
    return {
      ...props,
      value: text[name],
      onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => values.set(name, currentTarget.value),
      onFocus: () => setLast(name),
      error: props.error ?? templateProblem(text[name]),
    }
  }
  return (
    <FormFrame form={form} onCancel={onDone}>
      <Columns min="14rem" key={form.version}>
        <Fields of={{ field, schema }} names={['name', 'event']} />
      </Columns>
      <TextInput {...box('subject')} ref={boxes.subject} />
      <Textarea {...box('body')} rows={8} ref={boxes.body} />
      <Stack gap={4}>
        <Text size="sm" id="variables">
          Variabili: si inseriscono dove è il cursore
        </Text>
        <Group gap="xs" role="group" aria-labelledby="variables">
          {Object.entries(templateVariables).map(([name, label]) => (
            <Button key={name} variant="default" title={label} onClick={() => insert(name)}>
              {name}
            </Button>
          ))}
        </Group>
      </Stack>
      <Paper withBorder p="sm" component="section" aria-label="Anteprima con un ticket di esempio">
        <Text size="sm" c="dimmed">
          Anteprima con un ticket di esempio
        </Text>
        <Text fw={500}>{oneLine(renderTemplate(text.subject, EXAMPLE)) || 'Senza oggetto'}</Text>
        <Text size="sm" className="preline">
          {renderTemplate(text.body, EXAMPLE)}
        </Text>
      </Paper>
      {values.useValue('event') === 'macro' && <MacroFields key={`macro ${form.version}`} of={{ field, schema }} />}
      <div key={`active ${form.version}`}>
        <Fields of={{ field, schema }} names={['active']} />
      </div>
    </FormFrame>
  )
}
