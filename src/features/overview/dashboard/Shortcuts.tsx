import { Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { rightsInWords } from '../../../contract/kernel/roles.ts'
import type { Profile } from '../../../lib/device.ts'
import { useCan } from '../../../lib/session.ts'
import { Columns } from '../../../ui/Columns.tsx'
import classes from './dashboard.module.css'
import { own, work } from './pages.ts'

/** Where a person may go from here, by policy: no first screen is empty. */
export function Shortcuts({ user }: { user: Profile }) {
  const can = useCan()
  const mine = work.filter(([policy]) => can(policy))
  return (
    <section aria-labelledby="shortcuts">
      <Title order={2} id="shortcuts" mb="xs">
        Le tue pagine
      </Title>
      {mine.length === 0 && (
        <Text c="dimmed" mb="xs">
          Con i tuoi ruoli ({rightsInWords(user).join(', ') || 'nessuno'}) non ci sono altre pagine. Se te ne servono, chiedi a chi gestisce
          gli utenti.
        </Text>
      )}
      <Columns min="15rem">
        {[...mine, ...own].map(([, link, ItsIcon, name, does]) => (
          <Link key={name} {...link} className={classes.card}>
            <Card withBorder padding="sm" h="100%">
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <ItsIcon />
                <div>
                  <Text fw={500}>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {does}
                  </Text>
                </div>
              </Group>
            </Card>
          </Link>
        ))}
      </Columns>
    </section>
  )
}
