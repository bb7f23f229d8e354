import { Group, Progress, Text } from '@mantine/core'

interface AnswerProgressProps {
  answered: number
  total: number
}

/** How far a verifica is: `12 di 40 risposte`, as a bar and in words. */
export function AnswerProgress({ answered, total }: AnswerProgressProps) {
  const words = `${answered} di ${total} risposte`
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root flex={1} size="sm">
        <Progress.Section
          value={total === 0 ? 0 : (answered / total) * 100}
          color={answered === total ? 'green' : 'petrol'}
          aria-label="Avanzamento"
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </Group>
  )
}
