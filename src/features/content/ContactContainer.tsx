import { ActionIcon, Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type ContactContainer, type ContactItem, type ContactKind, contactKinds } from '../../contract/content/useful-contacts.ts'
import { copyText } from '../../lib/copy.ts'
import { contactLink } from '../../rules/content/contact-value.ts'
import { type Icon, IconCopy, IconDeviceMobile, IconLink, IconMail, IconMapPin, IconNote, IconPhone } from '../../ui/icons.tsx'
import classes from './contacts.module.css'
import { EditMenu } from './EditMenu.tsx'

const shapes: Readonly<Record<ContactKind, Icon>> = {
  telefono: IconPhone,
  cellulare: IconDeviceMobile,
  email: IconMail,
  pec: IconMail,
  link: IconLink,
  indirizzo: IconMapPin,
  testo: IconNote,
}
const verbs: Partial<Record<ContactKind, string>> = {
  ...{ telefono: 'Chiama', cellulare: 'Chiama', email: 'Scrivi a', pec: 'Scrivi a', link: 'Apri', indirizzo: 'Mappa di' },
}
/** A container with its contacts. */
export function Container({ container, edits }: { container: ContactContainer; edits: boolean }) {
  const { name, description, items } = container
  return (
    <Card component="section" withBorder padding="sm" aria-label={name}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          {name}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {edits && <EditMenu kind="contenitore" record={container} />}
        {items.length ? (
          <ul className={classes.items}>
            {items.map((item) => (
              <Item key={item.id} item={item} edits={edits} />
            ))}
          </ul>
        ) : (
          <Text c="dimmed">Nessun contatto.</Text>
        )}
      </Stack>
    </Card>
  )
}

function Item({ item, edits }: { item: ContactItem; edits: boolean }) {
  const { kind, label, value, note } = item
  const link = contactLink(kind, value)
  const outside = kind === 'link' || kind === 'indirizzo' ? { target: '_blank', rel: 'noreferrer' } : {}
  const Shape = shapes[kind]
  return (
    <li className={classes.item}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <span className={classes.shape}>
          <Shape />
        </span>
        <div className={classes.text}>
          <Text size="sm" c="dimmed">
            {label}
            {kind === 'pec' && ` · ${contactKinds.pec}`}
          </Text>
          {link ? (
            <Anchor href={link} {...outside} aria-label={`${verbs[kind]} ${value}, ${label}`} className={classes.value}>
              {value}
            </Anchor>
          ) : (
            <Text>{value}</Text>
          )}
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={`Copia ${value}`} onClick={() => copyText(value)}>
          <IconCopy />
        </ActionIcon>
      </Group>
      {edits && <EditMenu kind="contatto" record={item} />}
    </li>
  )
}
