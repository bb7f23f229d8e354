import { Button, Card, Group, List, Text, ThemeIcon, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type firstSteps, system } from '../../../contract/overview/system.ts'
import { query } from '../../../lib/query.ts'
import { IconCheck, IconChevronRight } from '../../../ui/icons.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'

interface Step {
  label: string
  about: string
  /** Where it is done; a mail server is set where the server is started. */
  to?: LinkProps
}
const steps: Record<(typeof firstSteps)[number], Step> = {
  company: { label: 'Azienda', about: 'nome, indirizzo e logo, per PDF ed email', to: { to: '/impostazioni' } },
  users: { label: 'Utenti', about: 'un account per ciascuno, con il suo ruolo', to: { to: '/utenti/{-$id}', params: { id: undefined } } },
  stations: { label: 'Punti vendita', about: 'uno per uno, o da un foglio di calcolo', to: { to: '/stazioni' } },
  models: {
    label: 'Modelli di verifica',
    about: 'dalla libreria o da un XLSForm: una bozza si usa dopo «Attiva»',
    to: { to: '/verifiche/modello' },
  },
  groups: {
    label: 'Gruppi di notifica',
    about: 'chi viene avvisato di ticket, scadenze e ordini',
    to: { to: '/tickets/gruppi-di-notifica' },
  },
  mail: { label: 'Email', about: 'si configura sul server con SMTP_URL; fino ad allora le email restano in una cartella' },
}

/** What a new installation needs, ticked by what is stored; gone when all is done or the person closes it. */
export function FirstDay() {
  const [closed, setClosed] = useLocalStorage({ key: 'piazzale-first-day-closed', defaultValue: false, getInitialValueInEffect: false })
  const { data } = useQuery({ ...query(system.firstDay, {}), enabled: !closed, staleTime: 0 })
  const left = data?.filter(({ done }) => !done).length
  if (closed || !data || !left) return null
  return (
    <Card withBorder component="section" aria-labelledby="first-day">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="first-day">
          Per cominciare: {data.length - left} di {data.length}
        </Title>
        <Button variant="subtle" onClick={() => setClosed(true)}>
          Chiudi l’elenco
        </Button>
      </Group>
      <List center spacing="xs">
        {data.map(({ key, done }) => {
          const { label, about, to } = steps[key]
          return (
            <List.Item
              key={key}
              icon={
                <ThemeIcon size={22} radius="xl" color={done ? 'green' : 'gray'} aria-label={done ? 'Fatto' : 'Da fare'} role="img">
                  {done ? <IconCheck size={14} /> : <IconChevronRight size={14} />}
                </ThemeIcon>
              }
            >
              {to ? <LinkAnchor {...to}>{label}</LinkAnchor> : label}
              <Text span size="sm" c="dimmed">
                {' '}
                · {about}
              </Text>
            </List.Item>
          )
        })}
      </List>
    </Card>
  )
}
