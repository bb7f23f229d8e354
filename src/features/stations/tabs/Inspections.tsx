import { inspections } from '../../../contract/inspections.ts'
import { told } from '../../../crud/columns.ts'
import { useListState } from '../../../crud/list-search.ts'
import { PagedTable } from '../../../crud/PagedTable.tsx'
import { inspectionColumns as words } from '../../../rules/inspection-columns.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconClipboardText } from '../../../ui/icons.tsx'

/** "Verifiche" of this station, with their score and what is still to be put right. */
export const Inspections = ({ id }: { id: number }) => (
  <PagedTable
    {...useListState(inspections.list)}
    given={{ station_id: [id] }}
    link={(one) => ({ to: '/verifiche/$id', params: { id: String(one.id) } })}
    columns={{
      Numero: { ...told(words.Numero), sort: 'number' },
      Data: { ...told(words.Data), sort: 'date' },
      Modello: told(words.Modello),
      Ispettore: told(words.Ispettore),
      Esito: told(words.Esito),
      Punteggio: { ...told(words.Punteggio), sort: 'score' },
      'NC aperte': { show: (one) => one.nc_open || '–', numeric: true },
      Stato: { ...told(words.Stato), sort: 'status' },
    }}
    empty={<EmptyState icon={IconClipboardText} message="Nessuna verifica di questo punto vendita." />}
  />
)
