import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function Footer() {
  return (
    <Group component="footer" justify="center" gap="xs" p="md">
      <Text size="xs" c="dimmed">
        © {new Date().getFullYear()} Piazzale
      </Text>
      <Anchor component={Link} to="/privacy" size="xs">
        Informativa privacy
      </Anchor>
      <Text size="xs" c="dimmed">
        Sviluppato dal gruppo Piazzale
      </Text>
    </Group>
  )
}
