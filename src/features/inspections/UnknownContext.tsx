import { Alert, Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { StationContext } from '../../contract/inspections/answers.ts'
import { type EquipmentSource, REPEAT_SINGULAR, REPEAT_SOURCES } from '../../contract/inspections/labels.ts'
import { age } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { contextAge, isContextKnown, type Unchecked } from '../../rules/inspections/station-context.ts'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'

const handRows = ({ equipment }: StationContext, source: EquipmentSource) => equipment[source]?.filter((row) => row.by_hand) ?? []
const whenKnown = (online: boolean) => (online ? 'Si stanno scaricando ora.' : 'Si scaricano da soli appena torna la rete.')

/** Shown in place of the sections per piece if the pieces are unknown: the inspector writes down by hand what is there. */
export function UnknownEquipment({ source }: { source: EquipmentSource }) {
  const editor = useInspectionEditor()
  const rows = useEditor(editor, ({ local }) => handRows(local.context, source))
  const online = connection.use() === 'online'
  const known = useEditor(editor, ({ local }) => isContextKnown(local.context))
  const what = REPEAT_SOURCES[source].toLowerCase()
  return (
    <Stack gap="sm">
      {known ? (
        <Alert color="amber" title="Aggiunti a mano">
          Ora i dati del punto vendita sono noti: se un elemento aggiunto a mano è già in elenco si può togliere.
        </Alert>
      ) : (
        <Alert color="amber" title={`${REPEAT_SOURCES[source]} non noti su questo dispositivo`}>
          Questo dispositivo non ha i dati di questo punto vendita: non vuol dire che non ci siano {what}. {whenKnown(online)} Intanto
          quelli presenti si possono aggiungere a mano.
        </Alert>
      )}
      {rows.map((row) => (
        <Card key={row.id} withBorder padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <Text>{row.label}</Text>
            <Button variant="subtle" color="red" onClick={() => editor.removeRow(source, row.id)} aria-label={`Togli ${row.label}`}>
              Togli
            </Button>
          </Group>
        </Card>
      ))}
      {!known && <AddRow source={source} />}
    </Stack>
  )
}
function AddRow({ source }: { source: EquipmentSource }) {
  const editor = useInspectionEditor()
  const [kind, setKind] = useState(REPEAT_SINGULAR[source])
  const [number, setNumber] = useState('')
  const [place, setPlace] = useState('')
  function add() {
    const label = [kind.trim() || REPEAT_SINGULAR[source], place.trim(), number.trim() && `matr. ${number.trim()}`]
      .filter(Boolean)
      .join(' · ')
    editor.addRow(source, { label, number: number.trim() || null })
    setNumber('')
    setPlace('')
  }
  return (
    <Card
      withBorder
      padding="sm"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Stack gap="sm">
        <TextInput label="Tipo" maxLength={60} value={kind} onChange={(event) => setKind(event.currentTarget.value)} />
        <TextInput
          label="Matricola o numero"
          maxLength={40}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          autoCapitalize="characters"
          autoComplete="off"
        />
        <TextInput
          label="Dove si trova"
          maxLength={80}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button type="submit" variant="default" w="fit-content">
          Aggiungi {REPEAT_SINGULAR[source] === 'POS' ? 'POS' : REPEAT_SINGULAR[source].toLowerCase()}
        </Button>
      </Stack>
    </Card>
  )
}

/** Notes that the equipment or prices used are those this device knew from earlier days. */
export function OldContext() {
  const age_ms = useEditor(useInspectionEditor(), ({ local }) => contextAge(local.context, local.started_at))
  if (age_ms === null) return null
  return (
    <Text size="sm" c="amber" fw={600}>
      Attrezzature e prezzi come noti {age(age_ms)} prima dell’inizio.
    </Text>
  )
}

/** In place of prices that nobody knows: unlike a station that sells nothing. */
export function UnknownPrices() {
  const online = connection.use() === 'online'
  return <Alert color="amber">I prezzi di questo punto vendita non sono noti su questo dispositivo. {whenKnown(online)}</Alert>
}

/** On the closing page: what could not be checked, and what becomes of it. */
export function UncheckedCard() {
  const unchecked = useEditor(useInspectionEditor(), ({ evaluation }) => evaluation.unchecked)
  return (
    <Card withBorder component="section">
      <Title order={3}>Non verificabile ora</Title>
      <UncheckedList unchecked={unchecked} />
      <Text size="sm" c="dimmed" mt="xs">
        Attrezzature e prezzi del punto vendita non sono noti su questo dispositivo. Se la verifica si completa così l’esito è «Incompleta»,
        senza punteggio; con la rete si potrà riprendere e completare.
      </Text>
    </Card>
  )
}
export function UncheckedList({ unchecked }: { unchecked: readonly Unchecked[] }) {
  return (
    <List spacing="xs" mt="xs">
      {unchecked.map(({ section, question, label, what }) => (
        <List.Item key={`${section}-${question}`}>
          {label.toLowerCase() === what.toLowerCase() ? what : `${label}: ${what.toLowerCase()}`}
        </List.Item>
      ))}
    </List>
  )
}
