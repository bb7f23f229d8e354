import { Text } from '@mantine/core'
import { OfflineList } from '../../../outbox/OfflineList.tsx'
import { LongText } from '../../../ui/LongText.tsx'
import { noteKind } from '../notes-kind.ts'

const words = { add: 'Nuovo appunto', none: 'Nessun appunto.', thing: "l'appunto" } as const

/** "Appunti": text and photos of whoever was at the station, with a network or without. */
export const Notes = ({ id, place, opened }: { id: number; place: string; opened?: string | undefined }) => (
  <OfflineList
    kind={noteKind}
    station={{ id, place }}
    words={words}
    opened={opened}
    show={({ text }) => <Text className="preline">{String(text)}</Text>}
    fields={({ values, errors, onChange }) => (
      <LongText
        label="Testo"
        required
        autoFocus
        max={10_000}
        value={String(values.text ?? '')}
        error={errors.text}
        onChange={(change) => onChange({ text: change(String(values.text ?? '')) })}
      />
    )}
  />
)
