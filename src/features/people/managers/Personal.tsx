import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Input, Output } from '../../../contract/kernel/endpoint.ts'
import { managements } from '../../../contract/people/managements.ts'
import { managers } from '../../../contract/people/managers.ts'
import { stationEmployees } from '../../../contract/people/station-employees.ts'
import { TextDialog } from '../../../crud/form/TextDialog.tsx'
import { useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { IconKey } from '../../../ui/icons.tsx'

const kinds = { managers, station_employees: stationEmployees, managements }
type Kind = keyof typeof kinds
/** The fields of a record that are masked, in full. */
export type RevealedOf<K extends Kind> = Output<(typeof kinds)[K]['reveal']>
export type Revealed = RevealedOf<'managers'>

/** Asks why personal data are to be shown, and shows them. They stay until the page is left and are kept nowhere. */
function useReveal<K extends Kind>(kind: K, id: number, done: (shown: RevealedOf<K>) => void) {
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useSend(kinds[kind].reveal as typeof managers.reveal)
  return {
    ask: () => setAsking(true),
    question: asking && (
      <TextDialog
        title="Mostra i dati riservati"
        label="Motivo"
        about="Il motivo resta registrato nello storico, con il tuo nome."
        max={200}
        draft={`reveal:${kind}:${id}`}
        onSend={async (reason) => {
          done((await mutateAsync({ id, reason } as Input<typeof managers.reveal>)) as unknown as RevealedOf<K>)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
interface RevealProps<K extends Kind> {
  kind: K
  id: number
  onShown: (shown: RevealedOf<K>) => void
}
/** The masked fields of a record in full, on request. */
export function RevealButton<K extends Kind>({ kind, id, onShown }: RevealProps<K>) {
  const { ask, question } = useReveal(kind, id, onShown)
  if (!useCan()('mgmt.reveal')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconKey />} onClick={ask}>
        Mostra i dati riservati
      </Button>
      {question}
    </>
  )
}

/** In the form of a record that is changed: what is masked is edited only once it is shown. `names`: 'Codice fiscale e IBAN'. */
export function MaskedNote<K extends Kind>({ names, ...reveal }: RevealProps<K> & { names: string }) {
  return (
    <Stack gap="xs" align="start">
      <Text size="sm" c="dimmed">
        {`${names} si modificano dopo averli mostrati.`}
      </Text>
      <RevealButton {...reveal} />
    </Stack>
  )
}
export const PERSONAL = 'Codice fiscale, residenza e carta d’identità'
