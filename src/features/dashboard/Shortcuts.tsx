import { Card, Group, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { PolicyName } from '../../contract/policies.ts'
import { rightsInWords } from '../../contract/roles.ts'
import type { Profile } from '../../lib/device.ts'
import { useCan } from '../../lib/session.ts'
import { Columns } from '../../ui/Columns.tsx'
import {
  type Icon,
  IconBuildingBank,
  IconClipboardText,
  IconDeviceMobile,
  IconGasStation,
  IconHistory,
  IconKey,
  IconListCheck,
  IconMap,
  IconSettings,
  IconStack2,
  IconTicket,
  IconToolsKitchen2,
  IconUser,
  IconUsers,
} from '../../ui/icons.tsx'
import classes from './dashboard.module.css'

type Shortcut = readonly [policy: PolicyName, link: LinkProps, icon: Icon, name: string, does: string]
const record = { params: { id: undefined } } as const
/** The pages of one's work, each with what it is for. */
const work: readonly Shortcut[] = [
  ['insp.read', { to: '/verifiche' }, IconClipboardText, 'Verifiche', 'Pianificate, in corso e concluse, con esiti e PDF'],
  ['insp', { to: '/verifiche/modello' }, IconListCheck, 'Modelli', 'Le domande delle verifiche e la libreria'],
  ['net.field', { to: '/stazioni' }, IconGasStation, 'Stazioni', 'Cerca un punto vendita, le sue attrezzature, i suoi appunti'],
  ['net.field', { to: '/stazioni/mappa' }, IconMap, 'Mappa', 'I punti vendita dove stanno, con i filtri dell’elenco'],
  ['banks.read', { to: '/stazioni/banche/{-$id}', ...record }, IconBuildingBank, 'Banche', 'Conti, carte e documenti'],
  ['tickets.config', { to: '/tickets/categorie' }, IconTicket, 'Categorie ticket', 'Priorità, tempi e assegnatari'],
  ['users', { to: '/utenti/{-$id}', ...record }, IconUsers, 'Utenti', 'Ruoli, permessi, inviti'],
  ['users', { to: '/logs' }, IconKey, 'Accessi', 'Chi ha fatto che cosa, e da dove'],
  ['super', { to: '/dispositivi' }, IconDeviceMobile, 'Dispositivi', 'Chi ha lavoro che l’ufficio non ha ancora'],
  ['history.read', { to: '/storico-modifiche' }, IconHistory, 'Storico modifiche', 'Che cosa è cambiato, e il ripristino'],
  ['services.write', { to: '/servizi' }, IconToolsKitchen2, 'Servizi', 'I servizi che un punto vendita può offrire'],
  ['settings', { to: '/impostazioni' }, IconSettings, 'Impostazioni', 'Azienda, carburanti e invii'],
]
/** Those that everybody has. */
const own: readonly Shortcut[] = [
  ['auth', { to: '/storico-job/{-$id}', ...record }, IconStack2, 'Esportazioni e lavori', 'I file che hai chiesto, le modifiche in blocco'],
  ['auth', { to: '/utenti/profilo' }, IconUser, 'Il tuo profilo', 'Password, ruoli, aspetto'],
]

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
