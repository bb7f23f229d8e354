import { inspections } from '../../contract/inspections/inspections.ts'
import { textColumn } from '../../crud/list/columns.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { inspectionColumns as words } from '../../rules/inspections/columns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconClipboardText } from '../../ui/icons.tsx'

/** "Verifiche" of this station, with their score and what is still to be put right. */
export const Inspections = ({ id }: { id: number }) => (
  <PagedTable
    {...useListState(inspections.list)}
    given={{ station_id: [id] }}
    link={(one) => ({ to: '/verifiche/$id', params: { id: String(one.id) } })}
    columns={{
      Numero: { ...textColumn(words.Numero), sort: 'number', width: 7 },
      Data: { ...textColumn(words.Data), sort: 'date', width: 6.1 },
      Modello: { ...textColumn(words.Modello), sort: 'model', spare: 2 },
      Ispettore: { ...textColumn(words.Ispettore), sort: 'inspector', spare: 3 },
      Esito: { ...textColumn(words.Esito), sort: 'outcome', width: 9 },
      Punteggio: { ...textColumn(words.Punteggio), sort: 'score', width: 6 },
      'NC aperte': { show: (one) => one.nc_open, numeric: true, width: 6, spare: 1 },
      Stato: { ...textColumn(words.Stato), sort: 'status', width: 8 },
    }}
    empty={<EmptyState icon={IconClipboardText} message="Nessuna verifica di questo punto vendita." />}
  />
)
