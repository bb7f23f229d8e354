import { Accordion, Group, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  type Communication,
  communicationStatuses,
  communications,
  communicationTypes,
  controls,
  messages,
} from '../../../contract/content/communications.ts'
import { Crumbs, type RecordList } from '../../../crud/record/Crumbs.tsx'
import { FileList } from '../../../crud/record/FileList.tsx'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { guard } from '../../../lib/access.ts'
import { day, dayTime, today } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const Acknowledge = part(() => import('./Acknowledge.tsx').then((m) => m.Acknowledge))
const SenderActions = part(() => import('./SenderActions.tsx').then((m) => m.SenderActions))
const Recipients = part(() => import('./Recipients.tsx').then((m) => m.Recipients))
const DraftParts = part(() => import('./DraftParts.tsx').then((m) => m.DraftParts))

export const Route = createFileRoute('/_signed/comunicazioni/$id')({
  validateSearch: (raw: object) => raw as { type?: 1 | 2; scheda?: string },
  beforeLoad: guard('auth'),
  component: CommunicationPage,
})

function CommunicationPage() {
  const { id } = Route.useParams()
  const { type } = Route.useSearch()
  if (Number(type) !== 1 && Number(type) !== 2)
    return (
      <Page title="Comunicazione">
        <ErrorState message="Not valid type" />
      </Page>
    )
  return <Loaded key={`${type}-${id}`} id={Number(id)} type={Number(type) as 1 | 2} />
}

function Loaded({ id, type }: { id: number; type: 1 | 2 }) {
  const resource = (type === 2 ? controls : messages) as typeof messages
  const { data, isError, error, refetch } = useQuery(query(resource.get, { id }))
  const client = useQueryClient()
  const opened = data?.mine?.read_at
  // Opening it has changed what the lists and the dashboard say.
  useEffect(() => {
    if (opened) void client.invalidateQueries({ queryKey: [resource.list.resource, resource.list.name] })
  }, [opened, client, resource])
  if (!data)
    return (
      <Page title="Comunicazione">
        {isError ? (
          <ErrorState whole message={`Errore nel caricamento. ${error.message}`} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows />
        )}
      </Page>
    )
  return <Shown one={data} />
}

function Shown({ one }: { one: Communication }) {
  const me = useMe()
  const can = useCan()
  const { id, type, subject, sender, status, sent_at, send_at, priority, version, ack_due, counts, to } = one
  const owns = can('comm.write') && (sender?.id === me.id || can('super'))
  const words = <Words one={one} />
  const late = ack_due && ack_due < today() && one.mine && !one.mine.ack_at
  // Who only receives them has no list; they are read from the dashboard.
  const list = can('comm.write')
    ? { title: 'Comunicazioni', link: { to: '/comunicazioni', search: type === 2 ? { scheda: 'controllo' } : {} } }
    : { title: 'Dashboard', link: { to: '/dashboard' } }
  return (
    <Page
      title={subject}
      breadcrumbs={<Crumbs list={list as RecordList} name={subject} />}
      chip={
        <Group gap="xs">
          {status === 'scheduled' ? (
            <StatusChip tone="wait" label={`Programmata per il ${dayTime(send_at)}`} />
          ) : (
            to && <StatusChip tone={status === 'draft' ? 'neutral' : 'ok'} label={communicationStatuses[status]} />
          )}
          {priority === 'alta' && <StatusChip tone="error" label="Priorità alta" />}
          {late && <StatusChip tone="error" label="In ritardo" />}
        </Group>
      }
      subtitle={[
        communicationTypes[type],
        sender?.name,
        sent_at && dayTime(sent_at),
        version > 1 && `versione ${version}`,
        ack_due && `da confermare entro il ${day(ack_due)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <Stack gap="lg">
        <Acknowledge one={one} />
        {to && can('comm.write') && <SenderActions one={one} owns={owns} />}
        {owns && status !== 'sent' ? (
          <>
            {words}
            <DraftParts one={one} />
          </>
        ) : owns && counts ? (
          <>
            {words}
            <section aria-labelledby="recipients">
              <Title order={2} size="h4" id="recipients" mb="xs">
                {`Destinatari (${counts.recipients})`}
              </Title>
              <Recipients id={id} type={type as 1 | 2} />
            </section>
          </>
        ) : (
          words
        )}
      </Stack>
    </Page>
  )
}

const Words = ({ one: { body, files, status, earlier } }: { one: Communication }) => (
  <Stack gap="md">
    <RichText html={body} />
    {files.length > 0 && status === 'sent' && (
      <section>
        <Title order={2} size="h4" mb="xs">
          Allegati
        </Title>
        <FileList files={files}>
          {(file) => <OpenFileButton source={communications.document} input={{ id: file.id }} name={file.name} />}
        </FileList>
      </section>
    )}
    {earlier.length > 0 && (
      <Accordion variant="contained" order={2}>
        {earlier.map((old) => (
          <Accordion.Item key={old.version} value={String(old.version)}>
            <Accordion.Control>{`Versione ${old.version} del ${dayTime(old.sent_at)}: ${old.subject}`}</Accordion.Control>
            <Accordion.Panel>
              <RichText html={old.body} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    )}
  </Stack>
)
