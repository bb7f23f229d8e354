import { Button, Group, Text } from '@mantine/core'

/** Browser messages for code that could not be fetched. Only a reload requests it again. */
export const isMissingCode = (error: unknown) =>
  /dynamically imported module|module script failed|preload CSS/i.test(error instanceof Error ? error.message : String(error))
export const MISSING_CODE = "Una parte dell'app manca su questo dispositivo. Quando c'è rete, riprova: quello che hai salvato è ancora qui."

/** In the place of a part of a page whose code could not be fetched; the rest of the page stays. */
export const MissingPart = () => (
  <Group gap="xs" role="alert">
    <Text size="sm">{MISSING_CODE}</Text>
    <Button variant="default" onClick={() => location.reload()}>
      Riprova
    </Button>
  </Group>
)
