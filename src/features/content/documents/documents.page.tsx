import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { documentCategories, documents, type ManagedDocument, type OwnDocument } from '../../../contract/content/documents.ts'
import type { Columns } from '../../../crud/list/columns.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { anyOf, yesNo } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { bytes, count, day, today } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { isOver } from '../../../rules/content/validity.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconFiles, IconHistory, IconPencil, IconTrash, IconUpload, IconUsers } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const UploadDocuments = part(() => import('./UploadDocuments.tsx').then((m) => m.UploadDocuments))
const EditDocument = part(() => import('./EditDocument.tsx').then((m) => m.EditDocument))
const VersionsDialog = part(() => import('./VersionsDialog.tsx').then((m) => m.VersionsDialog))
const PermissionsDialog = part(() => import('./PermissionsDialog.tsx').then((m) => m.PermissionsDialog))

export const Route = createFileRoute('/_signed/documenti')({
  ...listRoute<typeof documents.mine>('docs.read'),
  component: DocumentsPage,
})

/** "Documenti": one's own, and all for those who manage them. */
function DocumentsPage() {
  const manages = useCan()('docs.admin')
  const [uploading, setUploading] = useState(false)
  const miei = { label: 'I miei documenti', show: <Mine /> }
  const add = manages && <NewButton onClick={() => setUploading(true)}>Carica documenti</NewButton>
  return (
    <Page title="Documenti" action={add}>
      <RecordTabs
        // Those who manage documents begin with all of them.
        tabs={manages ? { tutti: { label: 'Tutti', show: <All /> }, miei } : { miei }}
      />
      {uploading && <UploadDocuments onClose={() => setUploading(false)} />}
    </Page>
  )
}

const filters = { category: anyOf('Categoria', documentCategories), unread: yesNo('Da leggere'), expired: yesNo('Scaduto') }
const state = ({ my_read_at, valid_to }: OwnDocument) =>
  isOver(valid_to, today())
    ? ({ tone: 'error', label: 'Scaduto' } as const)
    : my_read_at
      ? ({ tone: 'ok', label: 'Letto' } as const)
      : ({ tone: 'info', label: 'Da leggere' } as const)
const shared = {
  Nome: {
    // Whole, on more lines where it must be.
    show: (row: OwnDocument) => <span style={{ whiteSpace: 'normal' }}>{row.name}</span>,
    text: (row: OwnDocument) => row.name,
    sort: 'name',
    wide: true,
  },
  Categoria: { show: (row: OwnDocument) => documentCategories[row.category], sort: 'category', width: 8 },
  Dimensione: { show: (row: OwnDocument) => `${row.extension.toUpperCase()} · ${bytes(row.size)}`, sort: 'size', width: 8, spare: 2 },
  'Caricato il': { show: (row: OwnDocument) => day(row.created_at), sort: 'created_at', width: 7 },
}
function Open({ id, name }: OwnDocument) {
  const client = useQueryClient()
  const opened = () => client.invalidateQueries({ queryKey: ['documents'] })
  return <OpenFileButton source={documents.file} input={{ id }} name={name} onOpened={opened} />
}

function Mine() {
  const [versions, setVersions] = useState<OwnDocument>()
  const columns: Columns<OwnDocument> = {
    ...shared,
    Stato: { show: (row) => <StatusChip {...state(row)} />, text: (row) => state(row).label, width: 8 },
    Riservato: { show: (row) => (row.isEncrypted ? 'Sì' : 'No'), width: 6, spare: 1 },
    File: { show: (row) => <Open {...row} />, text: () => '', width: 7 },
  }
  return (
    <>
      <PagedTable
        {...useListState(documents.mine)}
        columns={columns}
        filters={filters}
        empty={<EmptyState icon={IconFiles} message="Nessun documento disponibile per te." />}
        actions={(row) => (row.version > 1 ? [{ label: 'Versioni', icon: IconHistory, onSelect: () => setVersions(row) }] : [])}
      />
      {versions && <VersionsDialog document={versions} onClose={() => setVersions(undefined)} />}
    </>
  )
}

function All() {
  const remove = useDelete(documents.remove, 'il documento')
  const [permissions, setPermissions] = useState<ManagedDocument>()
  const [replacing, setReplacing] = useState<ManagedDocument>()
  const [editing, setEditing] = useState<ManagedDocument>()
  const [versions, setVersions] = useState<ManagedDocument>()
  const columns: Columns<ManagedDocument> = {
    ...shared,
    'Visibile a': {
      show: (row) => (row.visible_to === 1 ? '1 utente' : row.visible_to ? `${count(row.visible_to)} utenti` : 'Nessuno'),
      width: 7,
    },
    Versione: { show: (row) => row.version, numeric: true, spare: 3 },
    Riservato: { show: (row) => (row.isEncrypted ? 'Sì' : 'No'), width: 6, spare: 1 },
    File: { show: (row) => <Open {...row} />, text: () => '', width: 7 },
  }
  return (
    <>
      <PagedTable
        {...useListState(documents.list)}
        columns={columns}
        filters={filters}
        empty={<EmptyState icon={IconFiles} message="Nessun documento." />}
        actions={(row) => [
          { label: 'Modifica', icon: IconPencil, onSelect: () => setEditing(row) },
          { label: 'Permessi', icon: IconUsers, onSelect: () => setPermissions(row) },
          { label: 'Nuova versione', icon: IconUpload, onSelect: () => setReplacing(row) },
          { label: 'Versioni', icon: IconHistory, onSelect: () => setVersions(row) },
          { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id: row.id }, row.name) },
        ]}
      />
      {editing && <EditDocument document={editing} onClose={() => setEditing(undefined)} />}
      {versions && <VersionsDialog document={versions} onClose={() => setVersions(undefined)} />}
      {permissions && <PermissionsDialog document={permissions} onClose={() => setPermissions(undefined)} />}
      {replacing && <UploadDocuments replaces={replacing} onClose={() => setReplacing(undefined)} />}
    </>
  )
}
