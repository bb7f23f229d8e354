import { lazy, Suspense } from 'react'
import { banks } from '../../contract/banks.ts'
import { useDelete } from '../../crud/delete.ts'
import { useListState } from '../../crud/list-search.ts'
import { NewButton } from '../../crud/NewButton.tsx'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { useRecordDialog } from '../../crud/record-dialog.ts'
import { useTotal } from '../../crud/use-rows.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconBuildingBank, IconPencil, IconTrash } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'

const BankDialog = lazy(() => import('./BankForm.tsx').then(({ BankDialog }) => ({ default: BankDialog })))

/** "Banche" (domain.md 1.5): the master list of /stazioni/banche. */
export function BankList() {
  const list = useListState(banks.list)
  const dialog = useRecordDialog()
  const remove = useDelete(banks.remove, 'la banca')
  const write = useCan()('banks.write')
  const add = write && <NewButton onClick={() => dialog.show('nuovo')}>Nuova banca</NewButton>
  return (
    <Page title="Banche" count={useTotal(list)} action={add}>
      <PagedTable
        {...list}
        columns={{
          Nome: { show: (bank) => bank.name, sort: 'name' },
          ABI: { show: (bank) => bank.abi, sort: 'abi' },
          'N. carte': { show: (bank) => bank.cards.length, numeric: true },
          'N. POS': { show: (bank) => bank.pos, numeric: true },
          'N. file': { show: (bank) => bank.files.length, numeric: true },
          Note: (bank) => bank.note,
        }}
        empty={<EmptyState icon={IconBuildingBank} message="Nessuna banca." action={add} />}
        link={({ id }) => ({ to: '/stazioni/banche/{-$id}', params: { id } })}
        actions={
          write
            ? (bank) => [
                { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(bank.id) },
                { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id: bank.id }, bank.name) },
              ]
            : undefined
        }
      />
      <Suspense>{write && dialog.subject && <BankDialog />}</Suspense>
    </Page>
  )
}
