import { Alert, Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type RoleName, roleNames, roles } from '../../contract/kernel/roles.ts'
import { type SavedView, savedViews } from '../../contract/kernel/saved-views.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface ViewDialogProps {
  /** The view to rename or share; undefined for a new one. */
  view: SavedView | undefined
  screen: string
  /** Filters and layout of the list as they are now. */
  current: Pick<SavedView, 'search' | 'layout'>
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Name of a view, the roles it is shared with, and whether it is the default. */
export function ViewDialog({ view, screen, current, onSaved, onClose }: ViewDialogProps) {
  const admin = useCan()('super')
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState<RoleName[]>(view?.roles ?? [])
  const [standard, setStandard] = useState(view?.standard ?? false)
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const [key] = useState(() => crypto.randomUUID())
  const create = useSend(savedViews.create)
  const update = useSend(savedViews.update)
  const { error, isPending } = view ? update : create
  const done = {
    onSuccess: (saved: SavedView) => {
      onSaved(saved)
      onClose()
    },
  }
  const submit = () => {
    const said = { name, standard, ...(admin && { roles: shared }) }
    if (view) update.mutate({ id: view.id, rev: view.rev, ...said }, done)
    else create.mutate({ key, screen, ...current, ...said }, done)
  }
  return (
    <Dialog opened onClose={onClose} title={view ? 'Rinomina e condividi' : 'Salva vista'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (name.trim()) submit()
          else box.current?.focus()
        }}
      >
        <Stack>
          {error && !error.fields?.name && (
            <Alert color="red" role="alert">
              {error.message}
            </Alert>
          )}
          <TextInput
            ref={box}
            label="Nome"
            required
            data-autofocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={asked && !name.trim() ? 'Il campo Nome è obbligatorio.' : error?.fields?.name}
          />
          <Checkbox
            label="Vista predefinita: l’elenco si apre così"
            checked={standard}
            onChange={(event) => setStandard(event.currentTarget.checked)}
          />
          {admin && (
            <MultiSelect
              label="Condivisa con i ruoli"
              placeholder={shared.length ? undefined : 'Nessuno: solo per te'}
              searchable
              data={roleNames.map((role) => ({ value: role, label: roles[role].label }))}
              value={shared}
              onChange={(next) => setShared(next as RoleName[])}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annulla
            </Button>
            <Button type="submit" loading={isPending}>
              Salva
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
