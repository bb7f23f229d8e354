import { Alert, Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { secondFactor } from '../../../contract/people/second-factor.ts'
import { saveFile } from '../../../crud/import/download.ts'
import { copyText } from '../../../lib/copy.ts'
import { day } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { CodeField } from '../auth/CodeField.tsx'

type State = Output<typeof secondFactor.state>
type Begun = Output<typeof secondFactor.begin>

/** The second factor of the person: set up step by step, or taken off. `#secondo-fattore` in the address leads here. */
export function SecondFactorCard() {
  const { hash } = useLocation()
  const box = useRef<HTMLElement>(null)
  const { data, isError, refetch } = useQuery(query(secondFactor.state, {}))
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const loaded = !!data
  useEffect(() => {
    if (hash !== 'secondo-fattore' || !loaded) return
    box.current?.scrollIntoView?.()
    box.current?.focus()
  }, [hash, loaded])
  return (
    <Card withBorder component="section" ref={box} tabIndex={-1} aria-labelledby="second-factor">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="second-factor">
          Verifica in due passaggi
        </Title>
        {data && <Text c="dimmed">{data.since ? 'Attiva' : 'Non attiva'}</Text>}
      </Group>
      {isError && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows rows={2} />
      ) : codes ? (
        <Codes codes={codes} leave={() => setCodes(undefined)} />
      ) : begun ? (
        // Before what is active, because the codes must be seen although the confirmation has made it so.
        <Confirm
          begun={begun}
          leave={() => setBegun(undefined)}
          onCodes={(given) => {
            setBegun(undefined)
            setCodes(given)
          }}
        />
      ) : data.since ? (
        <Active state={data} />
      ) : (
        <Begin required={data.required} onBegun={setBegun} />
      )}
    </Card>
  )
}

function Begin({ required, onBegun }: { required: boolean; onBegun: (begun: Begun) => void }) {
  const { mutate, isPending, error, reset } = useSend(secondFactor.begin)
  const form = useForm({
    onValuesChange: () => error && reset(),
    initialValues: { current_password: '' },
    validate: { current_password: (value) => (value ? null : 'Il campo La tua password è obbligatorio.') },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => mutate(values, { onSuccess: onBegun }))}>
      <Stack>
        {required && (
          <Alert color="amber" role="status">
            L’azienda la chiede a chi ha il tuo ruolo: attivala adesso.
          </Alert>
        )}
        <Text size="sm">
          Oltre alla password, all’accesso viene chiesto un codice che cambia ogni 30 secondi. Serve un’app di autenticazione sul telefono.
        </Text>
        <PasswordInput
          label="La tua password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
          error={form.errors.current_password ?? error?.fields?.current_password ?? error?.message}
        />
        <Button type="submit" loading={isPending} w="fit-content">
          Attiva
        </Button>
      </Stack>
    </form>
  )
}

function Confirm({ begun, leave, onCodes }: { begun: Begun; leave: () => void; onCodes: (codes: string[]) => void }) {
  const { mutate, isPending, error, reset } = useSend(secondFactor.confirm)
  const form = useForm({
    onValuesChange: () => error && reset(),
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : 'Il campo Codice è obbligatorio.') },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => mutate(values, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) }))}>
      <Stack>
        <Text size="sm">1. Inquadra il codice QR con l’app di autenticazione, o scrivi la chiave a mano.</Text>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
          alt="Codice QR per l’app di autenticazione"
          width={200}
          height={200}
          style={{ background: '#fff' }}
        />
        <Text size="sm">
          Chiave: <code>{begun.secret}</code>
        </Text>
        <Text size="sm">2. Scrivi il codice che l’app mostra adesso.</Text>
        <CodeField
          description={undefined}
          inputMode="numeric"
          {...form.getInputProps('code')}
          error={form.errors.code ?? error?.fields?.code ?? error?.message}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Conferma
          </Button>
          <Button variant="default" onClick={leave}>
            Annulla
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Codes = ({ codes, leave }: { codes: string[]; leave: () => void }) => (
  <Stack>
    <Alert color="amber" role="status">
      Conserva questi codici di recupero fuori da questo dispositivo: non saranno più mostrati. Ognuno vale una volta sola, al posto del
      codice dell’app.
    </Alert>
    <ul aria-label="Codici di recupero">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <Group>
      <Button onClick={leave}>Li ho conservati</Button>
      <Button variant="default" onClick={() => copyText(codes.join('\n'))}>
        Copia
      </Button>
      <Button
        variant="default"
        onClick={() => saveFile(new File([`${codes.join('\n')}\n`], 'codici-di-recupero.txt', { type: 'text/plain' }))}
      >
        Scarica
      </Button>
    </Group>
  </Stack>
)

function Active({ state }: { state: State }) {
  const [removing, setRemoving] = useState(false)
  const { mutate, isPending, error, reset } = useSend(secondFactor.remove)
  const form = useForm({
    onValuesChange: () => error && reset(),
    initialValues: { current_password: '', code: '' },
    validate: {
      current_password: (value) => (value ? null : 'Il campo La tua password è obbligatorio.'),
      code: (value) => (value.trim() ? null : 'Il campo Codice è obbligatorio.'),
    },
  })
  const fields = error?.fields
  const other = error && !fields?.current_password && !fields?.code ? error.message : undefined
  return (
    <Stack>
      <Text size="sm">
        Attiva dal {day(state.since)}. Codici di recupero rimasti: {state.recovery_left}.
        {state.recovery_left < 3 && ' Stanno finendo: per averne altri, disattiva e attiva di nuovo la verifica.'}
      </Text>
      {state.required ? (
        <Text size="sm" c="dimmed">
          L’azienda la chiede a chi ha il tuo ruolo: non si può disattivare. Chi perde il telefono chiede a un amministratore.
        </Text>
      ) : !removing ? (
        <Button variant="default" w="fit-content" onClick={() => setRemoving(true)}>
          Disattiva
        </Button>
      ) : (
        <form noValidate onSubmit={form.onSubmit((values) => mutate(values))}>
          <Stack>
            {other && (
              <Alert color="red" role="alert">
                {other}
              </Alert>
            )}
            <PasswordInput
              label="La tua password"
              autoComplete="current-password"
              {...form.getInputProps('current_password')}
              error={form.errors.current_password ?? fields?.current_password}
            />
            <CodeField autoFocus={false} {...form.getInputProps('code')} error={form.errors.code ?? fields?.code} />
            <Group>
              <Button type="submit" color="red" loading={isPending}>
                Disattiva la verifica
              </Button>
              <Button variant="default" onClick={() => setRemoving(false)}>
                Annulla
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  )
}
