import { Button, Group, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { inspectionModels, MODEL_STATUSES, type ModelRow } from '../../../contract/inspections/models.ts'
import { useRecordDialog } from '../../../crud/form/record-dialog.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import { anyOf } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { count, dayTime } from '../../../lib/format.ts'
import { useSend } from '../../../lib/query.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { mayRemoveModel, modelMayBecome } from '../../../rules/inspections/model-states.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconArchive, IconBooks, IconCheck, IconClipboardText, IconCopy, IconPencil, IconTrash, IconUpload } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { ModelIcon } from '../ModelIcon.tsx'
import { ModelLibrary } from './ModelLibrary.tsx'
import { modelTone } from './model-words.ts'

const route = getRouteApi('/_signed/verifiche/modello')
const ImportForm = part(() => import('./ImportForm.tsx').then((m) => m.ImportForm))
const NewModel = part(() => import('./NewModel.tsx').then((m) => m.NewModel))

/** The models of verifiche (docs/spec/inspections.md#model). */
export function ModelList({ library }: { library: boolean }) {
  const phone = usePhone()
  const list = useListState(inspectionModels.list)
  const dialog = useRecordDialog()
  const [importing, setImporting] = useState(false)
  const navigate = route.useNavigate()
  const write = useCan()('insp.model.write')
  const actions = useModelActions()
  const showLibrary = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, libreria: open ? 'true' : undefined }), resetScroll: false })
  const fromLibrary = (
    <Button variant="default" leftSection={<IconBooks />} aria-label="Importa modello pronto" onClick={() => showLibrary(true)}>
      {phone ? 'Importa' : 'Importa modello pronto'}
    </Button>
  )
  return (
    <Page
      title="Modelli di verifica"
      count={useTotal(list)}
      action={
        write && (
          <>
            {fromLibrary}
            <Button variant="default" leftSection={<IconUpload />} aria-label="Importa da XLSForm" onClick={() => setImporting(true)}>
              {phone ? 'XLSForm' : 'Importa da XLSForm'}
            </Button>
            <NewButton onClick={() => dialog.show('nuovo')}>Nuovo modello</NewButton>
          </>
        )
      }
    >
      <PagedTable
        {...list}
        columns={{
          Nome: { show: (model) => <ModelName {...model} />, text: ({ name }) => name, sort: 'name', wide: true },
          Codice: { show: (model) => model.code, sort: 'code', width: 6 },
          Versione: { show: (model) => (model.version ? count(model.version) : '–'), numeric: true, width: 5.5, spare: 2 },
          Sezioni: { show: (model) => count(model.sections_count), numeric: true, width: 5, spare: 3 },
          Domande: { show: (model) => count(model.questions_count), numeric: true, width: 5.75 },
          Utilizzi: { show: (model) => count(model.used_count), sort: 'used_count', numeric: true, width: 6 },
          Stato: { show: (model) => <StatusChip tone={modelTone[model.status]} label={MODEL_STATUSES[model.status]} />, width: 9 },
          'Modificato il': { show: (model) => dayTime(model.updated_at), sort: 'updated_at', width: 9.5, spare: 1 },
        }}
        filters={{ status: anyOf('Stato', MODEL_STATUSES) }}
        link={({ id }) => ({ to: '/verifiche/modello', search: { id } })}
        actions={write ? actions : undefined}
        empty={
          <EmptyState
            icon={IconClipboardText}
            message="Nessun modello di verifica: si comincia da un modello pronto o da uno nuovo."
            action={write && fromLibrary}
          />
        }
      />
      {write && dialog.subject && <NewModel />}
      {write && importing && <ImportForm onClose={() => setImporting(false)} />}
      {write && library && <ModelLibrary onClose={() => showLibrary(false)} />}
    </Page>
  )
}

const ModelName = ({ name, color, icon }: Pick<ModelRow, 'name' | 'color' | 'icon'>) => (
  <Group component="span" display="inline-flex" gap="xs" wrap="nowrap" maw="100%">
    <ModelIcon icon={icon} color={color} />
    <Text span inherit truncate>
      {name}
    </Text>
  </Group>
)

function useModelActions(): (model: ModelRow) => RowAction[] {
  const navigate = useNavigate()
  const remove = useDelete(inspectionModels.remove, 'il modello')
  const clone = useSend(inspectionModels.clone)
  const { mutate: update } = useSend(inspectionModels.update)
  const open = (id: number) => void navigate({ to: '/verifiche/modello', search: { id } })
  const me = useMe()
  return ({ id, rev, name, status, created_by, used_count }) => [
    { label: 'Apri', icon: IconPencil, onSelect: () => open(id) },
    { label: 'Clona', icon: IconCopy, onSelect: () => clone.mutate({ id }, { onSuccess: (copy) => open(copy.id) }) },
    modelMayBecome(status, 'archived')
      ? { label: 'Archivia', icon: IconArchive, onSelect: () => update({ id, rev, status: 'archived' }) }
      : { label: 'Attiva', icon: IconCheck, onSelect: () => update({ id, rev, status: 'active' }) },
    ...(mayRemoveModel({ created_by, used_count }, me) === 'yes'
      ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id }, name) }]
      : []),
  ]
}
