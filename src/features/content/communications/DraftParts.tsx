import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { type Communication, communications, controls, messages } from '../../../contract/content/communications.ts'
import { Attachments } from '../../../crud/record/Attachments.tsx'
import { useSend } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { ReachedList, useReached } from '../AudienceFields.tsx'
import { unsentMails } from './unsent-mails.ts'

const NOBODY = { roles: [], stations: [], users: [] }
/** The time of a clock in Rome as an instant; undefined where the day or the hour is none. */
function instantOf(day: string | null, hour: string): string | undefined {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(hour)) return undefined
  const wall = new Date(`${day}T${hour}:00Z`)
  const rome = new Date(wall.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).replace(' ', 'T').concat('Z'))
  return new Date(wall.getTime() - (rome.getTime() - wall.getTime())).toISOString()
}

/** What stands before the sending of a draft: attachments, who will receive it, and when. */
export function DraftParts({ one }: { one: Communication }) {
  const { id, rev, type, status, to } = one
  const resource = (type === 2 ? controls : messages) as typeof messages
  const confirm = useConfirm()
  const send = useSend(resource.send)
  const [day, setDay] = useState<string | null>(null)
  const [hour, setHour] = useState('08:00')
  const value = to ?? NOBODY
  const { data } = useReached(communications.reached, value)
  async function ask() {
    const many = data?.total === 1 ? 'a una persona' : `a ${data?.total ?? '–'} persone`
    if (
      await confirm({
        title: 'Invio',
        message: `Inviare subito la comunicazione ${many}? Dopo l’invio si può solo correggere con una nuova versione.${unsentMails(one)}`,
        confirm: 'Invia',
      })
    )
      send.mutate({ id, rev })
  }
  const at = instantOf(day, hour)
  return (
    <>
      <section>
        <Title order={2} size="h4" mb="xs">
          Allegati
        </Title>
        <Attachments
          resource={{ upload: resource.upload, removeFile: resource.removeFile, file: communications.document } as never}
          record={{ id, files: one.files }}
          locked={status !== 'draft'}
        />
      </section>
      <section>
        <Title order={2} size="h4" mb="xs">
          Destinatari
        </Title>
        <ReachedList source={communications.reached} value={value} />
      </section>
      {status === 'draft' && (
        <Stack gap="sm">
          <Title order={2} size="h4">
            Invio
          </Title>
          <Group align="flex-end" gap="sm">
            <DateField label="Giorno" value={day} onChange={setDay} />
            <TextInput label="Ora" type="time" value={hour} onChange={(event) => setHour(event.currentTarget.value)} />
            <Button
              variant="default"
              disabled={!at || !data?.total}
              loading={send.isPending}
              onClick={() => send.mutate({ id, rev, send_at: at! })}
            >
              Programma invio
            </Button>
            <Button disabled={!data?.total} loading={send.isPending} onClick={() => void ask()}>
              Invia subito
            </Button>
          </Group>
        </Stack>
      )}
    </>
  )
}
