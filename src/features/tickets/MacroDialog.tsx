import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { ticketPriorities } from '../../contract/tickets/categories.ts'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import { type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { MACRO_STEPS } from '../../contract/tickets/words.ts'
import { query, useSend } from '../../lib/query.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { renderTemplate, SAYS_NOTHING } from '../../rules/tickets/mail-template.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { commentsSent } from './comments-sent.ts'
import { templateValues } from './template-values.ts'
import { keyOf } from './ticket-links.ts'

type Macro = Output<typeof defaultMails.list>[number]
/** What a macro does beside writing its text, in words. */
export const stepsOf = ({ leads_to, set_priority, set_category_id, assign_me, internal }: Macro) =>
  [
    assign_me && 'Assegna a te',
    set_priority && `Priorità ${ticketPriorities[set_priority]}`,
    set_category_id && 'Cambia categoria',
    leads_to && MACRO_STEPS[leads_to],
    internal && leads_to !== 'close' && 'Nota interna',
  ]
    .filter(Boolean)
    .join(' · ')

/** Chooses the macro to carry out: one press does all of it, after a question where it closes, since not everybody may reopen. */
export function MacroDialog({ row, onClose }: { row: TicketRow; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(query(defaultMails.list, { active: true, event: ['macro'] }))
  const { data: values } = useQuery(templateValues(row))
  const { mutate: run, isPending, variables } = useSend(tickets.macro)
  const confirm = useConfirm()
  async function carryOut({ id, name, leads_to }: Macro) {
    const message = `La macro «${name}» chiude il ticket ${numberOf(row)} e avvisa chi l’ha aperto.`
    if (leads_to === 'close' && !(await confirm({ title: 'Chiudere il ticket?', message, confirm: 'Chiudi il ticket' }))) return
    // What was just written to the ticket comes before.
    await commentsSent()
    run({ ...keyOf(row), macro_id: id }, { onSuccess: onClose })
  }
  return (
    <Dialog opened onClose={onClose} title="Macro">
      <Stack gap="xs">
        <Text>{`${numberOf(row)} ${row.subject}`}</Text>
        {isError && !data && <ErrorState onRetry={() => void refetch()} />}
        {!data && !isError && <LoadingRows rows={2} />}
        {data?.length === 0 && <EmptyState message="Nessuna macro: si preparano in Template email, con l’uso Macro." />}
        {data?.map((macro, at) => (
          <Button
            key={macro.id}
            variant="default"
            h="auto"
            py="xs"
            justify="flex-start"
            data-autofocus={at === 0 || undefined}
            loading={isPending && variables.macro_id === macro.id}
            disabled={isPending}
            onClick={() => void carryOut(macro)}
          >
            <Stack gap={2} align="flex-start" ta="start">
              <Text span fw={500}>
                {macro.name}
              </Text>
              {stepsOf(macro) && (
                <Text span size="sm">
                  {stepsOf(macro)}
                </Text>
              )}
              <Text span size="sm" c="dimmed" lineClamp={2} style={{ whiteSpace: 'normal' }}>
                {values ? renderTemplate(macro.body, values, SAYS_NOTHING) : macro.body}
              </Text>
            </Stack>
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
