import { Group, Text } from '@mantine/core'

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/icons/icon.svg" width={28} height={28} alt="" />
      <Text fw={700} size="lg">
        Piazzale
      </Text>
    </Group>
  )
}
