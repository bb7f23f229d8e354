import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { MAILS_SHOWN, mails, type QueuedMail, sendings } from '../../../contract/notifications/mails.ts'
import { columnsOf, type RowAction } from '../../../crud/list/columns.ts'
import { crowdedOut } from '../../../crud/list/list-layout.ts'
import { RowCards } from '../../../crud/list/RowCards.tsx'
import { RowTable } from '../../../crud/list/RowTable.tsx'
import { useWidth } from '../../../crud/list/use-width.ts'
import { dayTime, time } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconPencil, IconRefresh } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'

const looks: Record<QueuedMail['state'], [Tone, string]> = {
  waiting: ['wait', 'In attesa'],
  sending: ['info', 'In invio'],
  retry: ['wait', 'Nuovo tentativo'],
  sent: ['ok', 'Inviata'],
  file: ['neutral', 'Salvata come file'],
  none: ['neutral', 'Non inviata'],
  failed: ['error', 'Fallita'],
}
const LIVE_MS = 5_000
const moving = ({ state }: QueuedMail) => state === 'waiting' || state === 'sending' || state === 'retry'
const nowhere = () => undefined
const nobody = {
  mail: 'Nessun account attivo con questo indirizzo, o troppe richieste in un’ora.',
  push: 'Il dispositivo non riceve più notifiche.',
  task: '–',
}
function state({ state, next_at }: QueuedMail) {
  const [tone, label] = looks[state]
  return <StatusChip tone={tone} label={next_at ? `Riprova alle ${time(next_at)}` : label} />
}
const trouble = ({ kind, state, error }: QueuedMail) => (state === 'none' ? nobody[kind] : state === 'sent' ? '–' : (error ?? '–'))

/** Every mail of the queue with its state, and another try for those that were given up. */
export function MailTab() {
  const { data, isError, refetch } = useQuery({
    ...query(mails.list, {}),
    refetchInterval: ({ state }) => (state.data?.mails.some(moving) ? LIVE_MS : false),
  })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  return data ? <Mails data={data} /> : <LoadingRows />
}
function Mails({ data }: { data: Output<typeof mails.list> }) {
  const phone = usePhone()
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box, !phone)
  const { mutate } = useSend(mails.retry)
  const [correcting, setCorrecting] = useState<QueuedMail>()
  const columns = columnsOf<QueuedMail>({
    Tipo: { show: (mail) => sendings[mail.kind], width: 6.25 },
    Destinatario: (mail) => mail.to,
    Oggetto: { show: (mail) => mail.subject, wide: true },
    Stato: { show: state, width: 11.5 },
    Tentativi: { show: (mail) => mail.tries, numeric: true, spare: 3 },
    'Ultimo errore': { show: trouble, wide: true },
    Richiesta: { show: (mail) => dayTime(mail.created_at), width: 9, spare: 2 },
    Conclusa: { show: (mail) => dayTime(mail.done_at) || '–', width: 9, spare: 1 },
  })
  const hidden = phone ? [] : crowdedOut(columns, true, room)
  const rows = {
    ...{ rows: data.mails, link: undefined, busy: false, onOpen: nowhere },
    actions: (mail: QueuedMail): RowAction[] => [
      ...(mail.state === 'failed' ? [{ label: 'Riprova', icon: IconRefresh, onSelect: () => mutate({ id: mail.id }) }] : []),
      ...(mail.correctable ? [{ label: 'Correggi', icon: IconPencil, onSelect: () => setCorrecting(mail) }] : []),
    ],
    columns: columns.filter(({ heading }) => !hidden.includes(heading)),
  }
  return (
    <Stack ref={box}>
      {data.held && <Held since={data.held} />}
      {!data.sends && <Alert color="amber">Nessun server di posta configurato: le email restano come file nella cartella dati.</Alert>}
      {!data.mails.length ? (
        <EmptyState message="Qui compaiono le email che l’app invia, dalla prima in poi." />
      ) : phone ? (
        <RowCards {...rows} />
      ) : (
        <RowTable {...rows} sort={[]} onSort={nowhere} />
      )}
      <Dialog opened={!!correcting} onClose={() => setCorrecting(undefined)} title="Correggi l’indirizzo">
        {correcting && <Correct mail={correcting} leave={() => setCorrecting(undefined)} />}
      </Dialog>
      {data.mails.length >= MAILS_SHOWN && <Text c="dimmed">Sono mostrate le ultime {MAILS_SHOWN} email.</Text>}
    </Stack>
  )
}

/** Says that a restored copy sends nothing, and lets it: those who get its mails cannot tell a trial from the real one. */
function Held({ since }: { since: string }) {
  const confirm = useConfirm()
  const { mutate, isPending } = useSend(mails.release)
  const release = async () => {
    const message = 'Partono anche le email già in coda. In una copia di prova non riprenderli: arriverebbero a persone vere.'
    if (await confirm({ title: 'Riprendere gli invii?', message, confirm: 'Riprendi' })) mutate({})
  }
  return (
    <Alert color="amber" title="Gli invii sono trattenuti">
      <Stack align="flex-start">
        <Text size="sm">
          Questa installazione viene da una copia di sicurezza del {dayTime(since)}: email e notifiche ai dispositivi restano in coda finché
          qualcuno non decide di farle partire.
        </Text>
        <Button loading={isPending} onClick={release}>
          Riprendi gli invii
        </Button>
      </Stack>
    </Alert>
  )
}

/** The same mail to another address. */
function Correct({ mail, leave }: { mail: QueuedMail; leave: () => void }) {
  const { mutate, isPending, error, reset } = useSend(mails.retry)
  const [to, setTo] = useState(mail.to)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ id: mail.id, to }, { onSuccess: leave })
      }}
    >
      <Stack>
        <Text size="sm">{mail.error}</Text>
        <TextInput
          label="Destinatario"
          type="email"
          data-autofocus
          value={to}
          error={error?.fields?.to ?? error?.message}
          onChange={({ currentTarget }) => {
            setTo(currentTarget.value)
            if (error) reset()
          }}
        />
        <Group justify="end">
          <Button variant="default" onClick={leave}>
            Annulla
          </Button>
          <Button type="submit" loading={isPending}>
            Invia
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
