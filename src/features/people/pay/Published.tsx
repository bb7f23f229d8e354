import { payTypes } from '../../../contract/people/pay-words.ts'
import { lookup, yesNo } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { day, dayTime } from '../../../lib/format.ts'
import { payPeriod } from '../../../rules/people/payslips.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconDownload, IconFile } from '../../../ui/icons.tsx'
import { usePayArea } from './pay-area.ts'
import { useOpenDocument, useRetract } from './use-open-document.ts'

/** All that is published, for those who publish. */
export function Published() {
  const { kind, calls, none } = usePayArea()
  const open = useOpenDocument()
  const retract = useRetract()
  return (
    <PagedTable
      {...useListState(calls.list)}
      filters={{ user_id: lookup('Dipendente', calls.people), not_downloaded: yesNo('Non scaricato') }}
      actions={(row) => [
        { label: 'Scarica', icon: IconDownload, onSelect: () => open.mutate({ id: row.id }) },
        retract(row.id, row.user?.name, !!row.first_downloaded_at),
      ]}
      columns={{
        Dipendente: { show: (row) => row.user?.name ?? '–', sort: 'user', wide: true, title: true },
        Periodo: { show: (row) => payPeriod(kind, { ...row, month: row.month ?? null }), sort: 'year', width: 11 },
        'Codice fiscale': { show: (row) => row.fiscalCode ?? '–', width: 10.5 },
        Tipo: { show: (row) => payTypes[row.type] ?? '–', spare: 1 },
        Azienda: { show: (row) => row.company || '–', spare: 3 },
        Pubblicato: { show: (row) => day(row.published_at), width: 7, spare: 2 },
        Scaricato: { show: (row) => dayTime(row.first_downloaded_at) || 'No', width: 9.5 },
      }}
      empty={<EmptyState icon={IconFile} message={none} />}
    />
  )
}
