import { Alert, Button, Card, Loader, Radio, Stack, Text, Title } from '@mantine/core'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { dayTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { conflictOf, keepMine, keepTheirs, type OpenConflict } from '../../outbox/conflict.ts'
import { endedBy } from '../../outbox/ended.ts'
import { type Choice, type Difference, offlineKinds, type Theirs } from '../../outbox/kind.ts'
import { draftKeyOf } from '../../outbox/rows.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import { deviceName } from '../../rules/shared/user-agent.ts'
import { Columns } from '../../ui/Columns.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { saveExport } from './export.ts'

export const Route = createFileRoute('/_signed/invii/$id')({ component: ConflictPage })

/** Shown when the server takes no more changes. */
const AGAIN =
  'Ciò che hai scritto qui e che non contiene resta su questo dispositivo: se serve, chiedi all’ufficio di riaprirla e poi premi "Riprova", oppure esportalo.'
const NO_MORE =
  'Le modifiche di questo dispositivo non si possono più aggiungere: se servono, esportale e mandale all’ufficio prima di toglierle.'

/** A conflict: both versions side by side, and the three ways out. */
function ConflictPage() {
  const { id } = Route.useParams()
  const kinds = offlineKinds.use()
  const found = useLiveQuery(async () => ({ dispute: await conflictOf(id) }), [id, kinds])
  if (!found || !kinds.length) return <Loader m="xl" aria-label="Caricamento" />
  return (
    <Page title="Due versioni">
      {found.dispute ? (
        <Choices key={found.dispute.item.id} dispute={found.dispute} />
      ) : (
        <EmptyState
          message="Qui non c’è più niente da scegliere."
          action={
            <LinkButton to="/invii" variant="default">
              Vai agli invii
            </LinkButton>
          }
        />
      )}
    </Page>
  )
}

function Choices({ dispute }: { dispute: OpenConflict }) {
  const { kind, item, waiting, mine, theirs, base, closed, local } = dispute
  const router = useRouter()
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const reopens = closed && !!theirs && kind.conflict.reopens?.(theirs)
  const fields = local && theirs ? kind.conflict.differences(local, mine, theirs, base) : []
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      await router.navigate({ to: '/invii' })
    } catch (error) {
      notify.error(error instanceof Error ? error.message : 'Errore')
      setBusy(false)
    }
  }
  async function takeTheirs() {
    const yes = await confirm({
      title: closed ? 'Togliere da questo dispositivo?' : 'Usare i valori dell’ufficio?',
      message: 'Le modifiche fatte su questo dispositivo e non ancora inviate andranno perse. L’operazione non può essere annullata.',
      confirm: closed ? 'Togli' : 'Usa quello dell’ufficio',
      danger: true,
    })
    if (yes) await run(() => keepTheirs(dispute))
  }
  function join() {
    setAsked(true)
    const open = fields.find(({ field }) => !choices[field])
    if (open) document.getElementsByName(open.field)[0]?.focus()
    else void run(() => keepMine(dispute, choices))
  }
  return (
    <Stack maw={960}>
      <Title order={2}>{item.label}</Title>
      <Text>
        {closed
          ? `${endedBy(item)?.words ?? item.lastError?.message ?? ''} ${reopens ? AGAIN : NO_MORE}`
          : `${kind.conflict.words} Qui c’è solo ciò che è cambiato da entrambe le parti: scegli cosa tenere.`}
      </Text>
      <Text size="sm" c="dimmed">
        Questo dispositivo: {dayTime(new Date((waiting.at(-1) ?? item).createdAt).toISOString())}
        {theirs && ` · ${otherSide(theirs, item.userName)}: ${dayTime(theirs.updated_at)}`}
      </Text>
      {theirs && local && fields.length === 0 && <Alert color="petrol">Le due versioni dicono le stesse cose.</Alert>}
      {!local && (
        <Alert color="amber">
          Che cosa c’è di diverso non si può mostrare: la copia non è più su questo dispositivo. "Esporta" contiene ciò che non è inviato.
        </Alert>
      )}
      {closed && fields.length > 0 && <Title order={3}>Che cosa manca sul server</Title>}
      {fields.map((field) => (
        <Field
          key={field.field}
          difference={field}
          choice={choices[field.field]}
          fixed={closed}
          asked={asked}
          onChoice={(choice) => setChoices({ ...choices, [field.field]: choice })}
        />
      ))}
      {!closed && fields.length > 0 && (
        <Text size="sm" c="dimmed">
          Per unire, scegli una versione per ogni campo: {Object.keys(choices).length} di {fields.length}.
        </Text>
      )}
      <WaysOut
        dispute={dispute}
        reopens={!!reopens}
        busy={busy}
        run={run}
        onJoin={fields.length > 0 ? join : undefined}
        onTheirs={() => void takeTheirs()}
      />
    </Stack>
  )
}

interface WaysOutProps {
  dispute: OpenConflict
  /** The closed record was opened again, so the queued changes can be sent. */
  reopens: boolean
  busy: boolean
  run: (work: () => Promise<void>) => Promise<void>
  /** Absent if there is nothing to choose. */
  onJoin: (() => void) | undefined
  onTheirs: () => void
}
function WaysOut({ dispute, reopens, busy, run, onJoin, onTheirs }: WaysOutProps) {
  const { item, closed } = dispute
  return (
    <Columns min="11rem">
      {!closed && onJoin && (
        <Button disabled={busy} onClick={onJoin}>
          Unisci
        </Button>
      )}
      {!closed && (
        <Button variant="default" disabled={busy} onClick={() => void run(() => keepMine(dispute, {}))}>
          Usa il mio valore
        </Button>
      )}
      {reopens && (
        <Button
          disabled={busy}
          onClick={() =>
            void run(() =>
              outbox()
                .retry(item.id)
                .then(() => void wake('user')),
            )
          }
        >
          Riprova
        </Button>
      )}
      <Button variant="default" onClick={() => void saveExport(draftKeyOf(item)).catch((error: Error) => notify.error(error.message))}>
        Esporta
      </Button>
      <Button variant="default" disabled={busy} onClick={onTheirs}>
        {closed ? 'Togli da questo dispositivo' : 'Usa quello dell’ufficio'}
      </Button>
      <LinkButton to="/invii" variant="subtle">
        Torna agli invii
      </LinkButton>
    </Columns>
  )
}

/** `Altro dispositivo (iPhone, Safari)`, with the person's name if it is somebody else: mostly both sides are the same person's. */
function otherSide({ last_save }: Theirs, me: string) {
  const who = [last_save?.name !== me && last_save?.name, last_save?.agent && deviceName(last_save.agent)].filter(Boolean).join(', ')
  return `Altro dispositivo${who && ` (${who})`}`
}

interface FieldProps {
  difference: Difference
  choice: Choice | undefined
  /** Read only. */
  fixed: boolean
  /** Shows an error as long as there is no choice. */
  asked: boolean
  onChoice: (choice: Choice) => void
}
function Field({ difference: { field, label, mine, theirs }, choice, fixed, asked, onChoice }: FieldProps) {
  return (
    <Card withBorder padding="sm">
      {fixed ? (
        <Stack gap={4}>
          <Text fw={600}>{label}</Text>
          <Text className="preline">Questo dispositivo: {mine}</Text>
          <Text className="preline">Altro dispositivo: {theirs}</Text>
        </Stack>
      ) : (
        <Radio.Group
          name={field}
          label={label}
          error={asked && !choice && 'Scegli quale versione tenere.'}
          value={choice ?? ''}
          onChange={(value) => onChoice(value as Choice)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="mine" label={`Questo dispositivo: ${mine}`} />
            <Radio value="theirs" label={`Altro dispositivo: ${theirs}`} />
          </Stack>
        </Radio.Group>
      )}
    </Card>
  )
}
