import { Text } from '@mantine/core'

interface Nc {
  label: string
  /** The piece of equipment it was found at. */
  block_label?: string | null | undefined
  reason?: string | null | undefined
  note?: string | null | undefined
  suggestion?: string | null | undefined
}
/** The fault, and beside it the piece of equipment, the finding, the inspector's note and the remedy. */
export function NcWords({ nc }: { nc: Nc }) {
  const parts = [
    ['Rilevato', nc.reason],
    ['Nota', nc.note],
    ['Rimedio', nc.suggestion],
  ] as const
  return (
    <>
      <Text fw={500}>{nc.label}</Text>
      {nc.block_label && <Text size="sm">Attrezzatura: {nc.block_label}</Text>}
      {parts.map(
        ([name, words]) =>
          words && (
            <Text key={name} size="sm" c="dimmed" className="preline">
              {name}: {words}
            </Text>
          ),
      )}
    </>
  )
}
