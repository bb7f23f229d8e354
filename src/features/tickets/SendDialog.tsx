import { Checkbox, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { notificationGroups } from '../../contract/notifications/groups.ts'
import { defaultMails, ticketSend } from '../../contract/tickets/default-mails.ts'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { FormFrame } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { notify } from '../../lib/notify.ts'
import { query } from '../../lib/query.ts'
import { oneLine } from '../../rules/shared/one-line.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { renderTemplate, SAYS_NOTHING, templateProblem } from '../../rules/tickets/mail-template.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NamedMultiSelect } from './NamedMultiSelect.tsx'
import { templateValues } from './template-values.ts'

/** "Invia notifica": the recipients and the text, with a preview of what they will read. */
export function SendDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { id_year, id_number, requester, assignments, attachments } = ticket
  const templates = useQuery(query(defaultMails.list, { active: true }))
  const groups = useQuery(query(notificationGroups.names, {}))
  const agents = useQuery(query(tickets.users, {}))
  const { data: known } = useQuery(templateValues(ticket))
  const first = [requester, ...assignments.map(({ user_id, name }) => ({ id: user_id, name }))]
  const people = [...first, ...(agents.data ?? [])].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
  const initial = {
    ...{ id_year, id_number, template_id: null, group_ids: [] as number[], user_ids: [] as number[], emails: '' },
    ...{ subject: `[#${numberOf(ticket)}] ${ticket.subject}`, message: '', attach: [] as string[] },
  }
  const done = ({ warning }: { warning?: string | undefined }) => {
    if (warning) notify.warning(warning)
    onClose()
  }
  const { form, field, values } = useRecordForm({ create: ticketSend.send }, undefined, initial, done, numberOf(ticket))
  const text = {
    subject: String(values.useValue('subject') ?? ''),
    message: String(values.useValue('message') ?? ''),
    emails: String(values.useValue('emails') ?? ''),
  }
  const attach: string[] = values.useValue('attach')
  function applyTemplate(id: number | null) {
    const template = templates.data?.find((one) => one.id === id)
    values.set('template_id', id)
    if (!template) return
    values.set('subject', template.subject)
    values.set('message', template.body)
    if (template.event === 'ticket_to_company' && ticket.company_email && !text.emails) {
      values.set('emails', ticket.company_email)
    }
  }
  /** Controlled inputs, so that a template can write into them. */
  const box = (name: keyof typeof text) => {
    const { defaultValue: _, ...props } = field(name)
    return {
      ...props,
      value: text[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => values.set(name, currentTarget.value),
      error: props.error ?? (name === 'emails' ? undefined : templateProblem(text[name])),
    }
  }
  return (
    <Dialog opened onClose={onClose} title="Invia notifica" size="lg" closeOnClickOutside={false}>
      <FormFrame form={form} onCancel={onClose} submit="Invia">
        <LookupSelect
          label="Modello"
          source={defaultMails.list}
          given={{ active: true }}
          value={values.useValue('template_id') as number | null}
          onChange={applyTemplate}
          data-autofocus
        />
        <NamedMultiSelect
          label="Gruppi di notifica"
          of={groups}
          value={values.useValue('group_ids') as number[]}
          onChange={(ids) => values.set('group_ids', ids)}
          error={form.errors.group_ids}
        />
        <NamedMultiSelect
          label="Persone"
          of={{ ...agents, data: agents.data && people }}
          value={values.useValue('user_ids') as number[]}
          onChange={(ids) => values.set('user_ids', ids)}
          error={form.errors.user_ids}
        />
        <TextInput {...box('emails')} description="Più indirizzi si separano con ;" />
        <TextInput {...box('subject')} />
        <Textarea {...box('message')} rows={6} />
        {attachments.length > 0 && (
          <Checkbox.Group label="Allegati" value={attach} onChange={(names) => values.set('attach', names)} error={form.errors.attach}>
            <Stack gap="xs" mt="xs">
              {attachments.map(({ fileName, originalName }) => (
                <Checkbox key={fileName} value={fileName} label={originalName} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Paper withBorder p="sm" component="section" aria-label="Anteprima">
          <Text size="sm" c="dimmed">
            Anteprima
          </Text>
          <Text fw={500}>{known && (oneLine(renderTemplate(text.subject, known, SAYS_NOTHING)) || 'Senza oggetto')}</Text>
          <Text size="sm" className="preline">
            {known ? renderTemplate(text.message, known, SAYS_NOTHING) : 'Caricamento in corso'}
          </Text>
        </Paper>
      </FormFrame>
    </Dialog>
  )
}
