import type { LinkProps } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Endpoint, Named } from '../contract/endpoint.ts'
import { useCan } from '../lib/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type Icon, IconPencil, IconTrash } from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import type { FormProps } from './CrudDialog.tsx'
import { type Columns, columnsOf, titleOf } from './columns.ts'
import { useDelete } from './delete.ts'
import type { Filters } from './filters.tsx'
import type { Call } from './form-paths.ts'
import { type ListEndpoint, type ListSearch, type RowOf, useListState } from './list-search.ts'
import { NewButton } from './NewButton.tsx'
import { PagedTable } from './PagedTable.tsx'
import { useRecordDialog } from './record-dialog.ts'
import { useTotal } from './use-rows.ts'

// Forms are fetched when the first is opened.
const CrudDialog = lazy(() => import('./CrudDialog.tsx').then(({ CrudDialog }) => ({ default: CrudDialog })))

/** A resource of `crud()`; where there is no `get` of one record, what a dialog edits is the row. */
export interface CrudResource {
  list: ListEndpoint
  create: Call
  update: Call
  remove: Endpoint & Named & { method: 'DELETE' }
  get?: Call & { method: 'GET'; acts?: never }
}
/** What a page says of its records. */
export interface CrudWords {
  /** 'Banche' */
  title: string
  /** 'Nuova banca', 'Modifica banca' */
  titles: readonly [fresh: string, existing: string]
  /** 'la banca' */
  thing: string
  /** 'Nessuna banca.' */
  none: string
  icon: Icon
}
export interface Within {
  list?: object
  create?: object
  remove?: object
}
interface CrudListProps<R extends CrudResource> {
  resource: R
  words: CrudWords
  columns: Columns<RowOf<R['list']>>
  /** The form of a record, where it is more than its fields. */
  form?: ComponentType<FormProps<any>>
  /** Where a row opens; without it, its dialog is all there is. */
  link?: (row: RowOf<R['list']>) => LinkProps
  filters?: Filters<ListSearch<R['list']>>
  /** Part of a page, which has its own title: what the calls need to know of it. */
  within?: Within
}

/** The page of a plain resource: its list, and for who may write, its dialog and deletion. What is special is a page of its own from the same pieces. */
export function CrudList<R extends CrudResource>({ resource, words, columns, form, link, filters, within }: CrudListProps<R>) {
  const list = { ...useListState(resource.list), given: within?.list }
  const dialog = useRecordDialog()
  const remove = useDelete(resource.remove, words.thing)
  const can = useCan()
  const add = can(resource.create.policy) && <NewButton onClick={() => dialog.show('nuovo')}>{words.titles[0]}</NewButton>
  const nameOf = titleOf(columnsOf(columns))!.show
  const rows = (
    <>
      <PagedTable
        {...list}
        columns={columns as any}
        filters={filters}
        link={link as any}
        action={within && add}
        empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
        actions={
          can(resource.update.policy)
            ? (row: any) => [
                { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(row.id) },
                {
                  label: 'Elimina',
                  icon: IconTrash,
                  danger: true,
                  onSelect: () => remove({ id: row.id, ...within?.remove } as any, String(nameOf(row))),
                },
              ]
            : undefined
        }
      />
      <Suspense>{add && dialog.subject && <CrudDialog resource={resource} words={words} form={form} within={within} />}</Suspense>
    </>
  )
  const total = useTotal(list)
  if (!within)
    return (
      <Page title={words.title} count={total} action={add}>
        {rows}
      </Page>
    )
  return rows
}
