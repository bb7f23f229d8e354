import { Alert, Card, Group, Stack, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { fieldMessages } from '../../contract/kernel/error-messages.ts'
import { age, dayTime } from '../../lib/format.ts'
import { placeOfLane, useOfflineKind } from '../../outbox/kind.ts'
import { outbox } from '../../outbox/runtime.ts'
import { isSent, isStuck, OLD_MS } from '../../outbox/summary.ts'
import { WorkState } from '../../outbox/WorkState.tsx'
import { splitLabel, type Work, workStateOf } from '../../outbox/work.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { LinkButton } from '../../ui/links.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { ItemActions } from './ItemActions.tsx'
import { Reasons } from './Reasons.tsx'
import { reasonOf } from './reason.ts'
import classes from './sending.module.css'

/** Counts the files of the step that names the most: the last step of a completed inspection names all. Signatures and documents are among them. */
function filesOf({ steps }: Work) {
  const most = steps.reduce<Work['steps'][number] | undefined>(
    (found, step) => (step.photos.length > (found?.photos.length ?? 0) ? step : found),
    undefined,
  )
  return most ? ` · ${most.photosSent} di ${howMany(most.photos.length, 'file inviato', 'file inviati')}` : ''
}

/** A record being sent: author, age, state, reason in plain words, possible actions, and on demand its steps. */
export function WorkCard({ work, now }: { work: Work; now: number }) {
  const waited = now - work.since
  const kind = useOfflineKind(work.lane)
  const namesOf = async (entity: string) => outbox().refOf(entity)
  const sent = useLiveQuery(
    async () => (isSent(work) ? kind?.sentOf?.(placeOfLane(work.lane), namesOf).catch(() => undefined) : undefined),
    [kind, work.lane, work.state],
  )
  /** The first unsent step, which all others wait for. */
  const head = work.steps.find((step) => step.state !== 'sent')
  const reason = head && reasonOf(head)
  const listed =
    head?.state === 'needs-fix' && head.lastError?.photo === undefined && Object.keys(fieldMessages(head.lastError?.body)).length > 0
  return (
    <Card withBorder padding="sm" component="li" aria-label={work.title}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={500}>{work.title}</Text>
          <WorkState lane={work.lane} state={work.state} work={work} />
        </Group>
        <Text size="sm" c="dimmed">
          {work.userName} · {dayTime(new Date(work.since).toISOString())}
          {isSent(work) ? sent?.number && ` · numero ${sent.number}` : `, ${age(waited)} fa${filesOf(work)}`}
        </Text>
        {!isSent(work) && waited > OLD_MS && (
          <Text size="sm" fw={500}>
            Aspetta da più di un giorno.
          </Text>
        )}
        {head && listed ? (
          <Alert color="red" title="Non accettato">
            <Reasons item={head} />
          </Alert>
        ) : reason && isStuck(work) ? (
          <Alert color="red">{reason}</Alert>
        ) : (
          reason && <Text size="sm">{reason}</Text>
        )}
        {!head && !isSent(work) && <Text size="sm">Parte da sola tra poco.</Text>}
        {head && <ItemActions item={head} first />}
        {isSent(work) && sent && (
          <Group>
            <LinkButton variant="default" {...sent.page} aria-label={`Apri: ${work.title}`}>
              Apri
            </LinkButton>
          </Group>
        )}
        {work.steps.length > 0 && (
          <details>
            <summary className={classes.more}>{work.steps.length === 1 ? 'Dettagli' : `Dettagli: ${work.steps.length} passaggi`}</summary>
            <ol className={classes.steps}>
              {work.steps.map((step) => (
                <li key={step.id}>
                  <Group justify="space-between" gap="xs">
                    <Text size="sm">
                      {splitLabel(step.label).step}, {dayTime(new Date(step.createdAt).toISOString())}
                      {step.attempts > 0 && step.state !== 'sent'
                        ? ` · ${step.attempts === 1 ? '1 tentativo' : `${step.attempts} tentativi`}`
                        : ''}
                    </Text>
                    <SaveState state={workStateOf({ steps: [step], unqueued: false })} />
                  </Group>
                  {step !== head && step.state !== 'sent' && <ItemActions item={step} />}
                </li>
              ))}
            </ol>
          </details>
        )}
      </Stack>
    </Card>
  )
}
