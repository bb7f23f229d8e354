import { ActionIcon, Button, Group } from '@mantine/core'
import {
  type ContactCategory,
  type ContactContainer,
  type ContactItem,
  contactContainers,
  contactItems,
  usefulContacts,
} from '../../contract/content/useful-contacts.ts'
import { OrderButton } from '../../crud/form/OrderButton.tsx'
import { useSend } from '../../lib/query.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons.tsx'
import { type ContactPart, useContactDialog } from './use-contact-dialog.ts'

type Told =
  | { kind: 'categoria'; record: ContactCategory }
  | { kind: 'contenitore'; record: ContactContainer }
  | { kind: 'contatto'; record: ContactItem }
const things: Record<ContactPart, string> = { categoria: 'la categoria', contenitore: 'il contenitore', contatto: 'il contatto' }
const nameOf = ({ name }: { name: string }) => name
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** What goes with a record when it is deleted, as the question says; undefined if nothing does. */
function heldBy(told: Told): string | undefined {
  const containers = told.kind === 'categoria' ? told.record.containers : []
  const items = told.kind === 'contatto' ? [] : told.kind === 'contenitore' ? told.record.items : containers.flatMap((one) => one.items)
  const parts = [
    ...(containers.length ? [count(containers.length, 'contenitore', 'contenitori')] : []),
    ...(items.length ? [count(items.length, 'contatto', 'contatti')] : []),
  ]
  return parts.length ? parts.join(' e ') : undefined
}

/** The actions on a category, a container or a contact while the directory is edited. */
export function EditMenu(told: Told) {
  const { kind, record } = told
  const dialog = useContactDialog()
  const confirm = useConfirm()
  const category = useSend(usefulContacts.remove)
  const container = useSend(contactContainers.remove)
  const item = useSend(contactItems.remove)
  const name = kind === 'contatto' ? record.label : record.name
  async function remove() {
    const held = heldBy(told)
    const question = deleteQuestion(things[kind], name)
    if (!(await confirm(held ? { ...question, message: `Con ${things[kind]} "${name}" si eliminano ${held}. ${LAST}` } : question))) return
    const input = { id: record.id, ...(held && { force: true }) }
    if (kind === 'contatto') item.mutate({ id: record.id })
    else (kind === 'categoria' ? category : container).mutate(input)
  }
  return (
    <Group gap="xs">
      {kind === 'categoria' && (
        <>
          <Add onClick={() => dialog.show('contenitore', 'nuovo', record.id)}>Nuovo contenitore</Add>
          {record.containers.length > 1 && (
            <OrderButton
              resource={{ list: usefulContacts.list, reorder: contactContainers.reorder }}
              title={`Contenitori di ${record.name}`}
              nameOf={nameOf}
              rowsOf={(all: ContactCategory[]) => all.find(({ id }) => id === record.id)?.containers ?? []}
            />
          )}
        </>
      )}
      {kind === 'contenitore' && (
        <>
          <Add onClick={() => dialog.show('contatto', 'nuovo', record.id)}>Nuovo contatto</Add>
          {record.items.length > 1 && (
            <OrderButton
              resource={{ list: usefulContacts.list, reorder: contactItems.reorder }}
              title={`Contatti di ${record.name}`}
              nameOf={({ label }: ContactItem) => label}
              rowsOf={(all: ContactCategory[]) =>
                all.flatMap(({ containers }) => containers).find(({ id }) => id === record.id)?.items ?? []
              }
            />
          )}
        </>
      )}
      <ActionIcon variant="subtle" aria-label={`Modifica ${name}`} onClick={() => dialog.show(kind, record.id)}>
        <IconPencil />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={`Elimina ${name}`} onClick={() => void remove()}>
        <IconTrash />
      </ActionIcon>
    </Group>
  )
}
const LAST = "L'operazione non può essere annullata."
const Add = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="default" leftSection={<IconPlus />} onClick={onClick}>
    {children}
  </Button>
)
