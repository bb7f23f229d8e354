import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { TextDialog } from '../../crud/form/TextDialog.tsx'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { useDelete } from '../../crud/record/delete.ts'
import { today } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { completionRefusal, isOpenRequest, requestRefusal } from '../../rules/gpl/request-states.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { type GplRequest, requestWords as words } from './request.ts'

/** What may be done with a request, and what its completion still needs. */
export function RequestActions({ request }: { request: GplRequest }) {
  const can = useCan()
  const me = useMe()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useDelete(gplRequests.remove, words.thing)
  const { mutate, mutateAsync, isPending } = useSend(gplRequests.update)
  const [asked, setAsked] = useState<'course' | 'reject'>()
  const why = useId()
  const { id, rev, status } = request
  const writes = can(gplRequests.update.policy)
  const may = (to: GplRequest['status']) => writes && requestRefusal(status, to, me) === undefined
  const completes = may('COMPLETED') && (status === 'WAITING_COURSE' || request.kind !== 'nuova')
  const missing = completes ? completionRefusal(request, request.course?.status === 'done', today()) : undefined
  const complete = async () => {
    const sure = await confirm({
      title: 'Completare la richiesta?',
      message: `Si crea la tessera GPL per la targa ${request.plate}${request.customer ? '' : ', e il cliente se manca'}. La richiesta completata non si riapre.`,
      confirm: 'Completa e crea tessera',
    })
    if (sure)
      mutate(
        { id, rev, status: 'COMPLETED' },
        { onSuccess: () => notify.success(`Tessera GPL creata per la targa ${request.plate}: è da attivare.`) },
      )
  }
  const erase = async () => {
    if (await remove({ id }, request.number)) void navigate({ to: '/richieste-carte-gpl/{-$id}', params: { id: undefined }, replace: true })
  }
  return (
    <Group>
      {writes && isOpenRequest(request) && (
        <Button variant={status === 'CREATED' ? 'filled' : 'default'} onClick={() => setAsked('course')}>
          {status === 'CREATED' ? 'Assegna corso' : 'Cambia corso'}
        </Button>
      )}
      {status === 'WAITING_COURSE' && may('CREATED') && (
        <Button variant="default" loading={isPending} onClick={() => mutate({ id, rev, course_id: null })}>
          Libera il posto
        </Button>
      )}
      {completes && (
        <Button loading={isPending} disabled={!!missing} aria-describedby={missing && why} onClick={() => void complete()}>
          Completa e crea tessera
        </Button>
      )}
      {status === 'REJECTED' && may('CREATED') && (
        <Button loading={isPending} onClick={() => mutate({ id, rev, status: 'CREATED' })}>
          Riapri
        </Button>
      )}
      <DownloadButton source={gplRequests.pdf} input={{ id }}>
        PDF
      </DownloadButton>
      {may('REJECTED') && (
        <Button variant="default" onClick={() => setAsked('reject')}>
          Annulla richiesta
        </Button>
      )}
      {writes && status === 'REJECTED' && (
        <Button variant="default" color="red" onClick={() => void erase()}>
          Elimina
        </Button>
      )}
      {missing && (
        <Text id={why} c="dimmed" size="sm" w="100%">
          {missing}
        </Text>
      )}
      {asked === 'course' && <AssignDialog request={request} onClose={() => setAsked(undefined)} />}
      {asked === 'reject' && (
        <TextDialog
          title="Annulla richiesta"
          label="Motivo"
          max={500}
          draft={`richiesta-gpl-${id}`}
          color="red"
          about="Il posto al corso si libera, e il richiedente viene avvisato con il motivo."
          onSend={(reject_reason) => mutateAsync({ id, rev, status: 'REJECTED', reject_reason }).then(() => setAsked(undefined))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Group>
  )
}
