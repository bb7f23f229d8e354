import { Accordion, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { type ContactCategory, type contactIcons, usefulContacts } from '../../contract/content/useful-contacts.ts'
import { OrderButton } from '../../crud/form/OrderButton.tsx'
import { CachedNote } from '../../crud/list/CachedNote.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { SearchBox } from '../../crud/list/SearchBox.tsx'
import { guard } from '../../lib/access.ts'
import { connection } from '../../lib/online.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { among } from '../../rules/content/contact-search.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconAddressBook, IconAlertTriangle, IconBuildingBank, IconCategory, IconSettings, IconTruck } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { Container } from './ContactContainer.tsx'
import classes from './contacts.module.css'
import { EditMenu } from './EditMenu.tsx'
import { useContactDialog } from './use-contact-dialog.ts'

const ContactDialogs = part(() => import('./ContactDialogs.tsx').then((m) => m.ContactDialogs))

export const Route = createFileRoute('/_signed/contatti-utili')({
  validateSearch: (raw: object) => raw as { search?: string | undefined; modulo?: 'nuovo' | number; parte?: string; da?: number },
  beforeLoad: guard('contacts.read'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(query(usefulContacts.list, {})),
  component: ContactsPage,
})

/** The search is done on the device, so the call has no parameter of it. */
const searchOnly = v.object({ search: v.optional(v.string()) })
const shapes: Record<keyof typeof contactIcons, ReactNode> = {
  emergenza: <IconAlertTriangle />,
  assistenza: <IconSettings />,
  ufficio: <IconCategory />,
  fornitore: <IconTruck />,
  ente: <IconBuildingBank />,
}
const itemsOf = (categories: readonly ContactCategory[]) =>
  categories.flatMap(({ containers }) => containers.flatMap(({ items }) => items)).length

/** "Contatti utili": whom to call, by category and container. It is read whole and kept on the device, so that it is there without a network. */
function ContactsPage() {
  const { search, onSearch } = useListState({ ...usefulContacts.list, query: searchOnly })
  const { data, isError, error, refetch, dataUpdatedAt } = useQuery(query(usefulContacts.list, {}))
  const online = connection.use() === 'online'
  const writes = useCan()('contacts.write')
  const [editing, setEditing] = useState(false)
  /** Categories that the person has closed; a search opens all. */
  const [closed, setClosed] = useState<readonly string[]>([])
  const dialog = useContactDialog()
  const text = search.search ?? ''
  const shown = data && among(data, text)
  const keys = shown?.map(({ id }) => String(id)) ?? []
  const edits = writes && editing && !text
  return (
    <Page
      title="Contatti utili"
      {...(data && { count: itemsOf(data) })}
      action={writes && edits && <NewButton onClick={() => dialog.show('categoria', 'nuovo')}>Nuova categoria</NewButton>}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
          {writes && !text && (
            <Button variant={editing ? 'filled' : 'default'} aria-pressed={editing} onClick={() => setEditing(!editing)}>
              {editing ? 'Fine modifiche' : 'Modifica contatti'}
            </Button>
          )}
          {edits && (
            <OrderButton
              resource={{ list: usefulContacts.list, reorder: usefulContacts.reorder }}
              title="Categorie"
              nameOf={({ name }: ContactCategory) => name}
            />
          )}
        </Group>
        <CachedNote at={(!online || isError) && data ? new Date(dataUpdatedAt).toISOString() : null} />
        {!shown ? (
          isError ? (
            <ErrorState whole message={`Errore nel caricamento. ${error.message}`} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows />
          )
        ) : !shown.length ? (
          text ? (
            <EmptyState message="Nessun contatto trovato." />
          ) : (
            <EmptyState
              icon={IconAddressBook}
              message="Nessun contatto."
              action={writes && <NewButton onClick={() => dialog.show('categoria', 'nuovo')}>Nuova categoria</NewButton>}
            />
          )
        ) : (
          <Accordion
            multiple
            variant="separated"
            order={2}
            value={text ? keys : keys.filter((key) => !closed.includes(key))}
            onChange={(open) => setClosed(keys.filter((key) => !open.includes(key)))}
          >
            {shown.map((category) => (
              <Accordion.Item key={category.id} value={String(category.id)}>
                <Accordion.Control>
                  <Group gap="sm" wrap="nowrap">
                    {category.icon && shapes[category.icon]}
                    {category.name}
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="sm">
                    {edits && <EditMenu kind="categoria" record={category} />}
                    {!category.containers.length && <Text c="dimmed">Nessun contenitore.</Text>}
                    <div className={classes.containers}>
                      {category.containers.map((container) => (
                        <Container key={container.id} container={container} edits={edits} />
                      ))}
                    </div>
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Stack>
      {writes && dialog.open && <ContactDialogs categories={data} isError={isError} refetch={refetch} />}
    </Page>
  )
}
