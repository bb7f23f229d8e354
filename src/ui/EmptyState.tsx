import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from './icons.tsx'

interface EmptyStateProps {
  /** One sentence about what will be here. */
  message: string
  icon?: Icon
  /** The first action; left out for people who may only read. */
  action?: ReactNode
}

export function EmptyState({ message, icon: Shape, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="md" py="xl" px="md">
      {Shape && (
        <Text c="dimmed" component="span" lh={0}>
          <Shape size={40} />
        </Text>
      )}
      <Text ta="center" c="dimmed" maw="28rem">
        {message}
      </Text>
      {action}
    </Stack>
  )
}
