import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { PolicyName } from '../../contract/kernel/policies.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconCopy, IconPencil, IconTrash } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useRecordDialog } from '../form/record-dialog.ts'
import { useDelete } from '../record/delete.ts'
import { type Columns, columnsOf, titleColumn } from './columns.ts'
import type { CrudContext, CrudResource, CrudWords, FormProps } from './crud-types.ts'
import type { Filters } from './filters.tsx'
import { type ListSearch, type RowOf, useListState } from './list-search.ts'
import { NewButton } from './NewButton.tsx'
import { PagedTable } from './PagedTable.tsx'
import { useTotal } from './use-rows.ts'

// Forms are fetched when the first is opened.
const CrudDialog = part(() => import('../form/CrudDialog.tsx').then((m) => m.CrudDialog))
const OrderButton = part(() => import('../form/OrderButton.tsx').then((m) => m.OrderButton))

export interface CrudListProps<R extends CrudResource> {
  resource: R
  words: CrudWords
  columns: Columns<RowOf<R['list']>>
  /** A form that does more than the plain fields. */
  form?: ComponentType<FormProps<any>>
  /** Link of a row; without it a row opens its dialog at most. */
  link?: (row: RowOf<R['list']>) => LinkProps
  filters?: Filters<ListSearch<R['list']>>
  /** Buttons beside the one for a new record; on a phone behind "Altro" of the toolbar, which unmounts them once one is pressed. */
  buttons?: ReactNode
  /** Given where the list is part of a page that has its own title. */
  context?: CrudContext
}

/**
 * The page of a plain resource: its list and, for people who may write, its dialog and deletion. Anything special is a page of its own from
 * the same pieces.
 */
export function CrudList<R extends CrudResource>({ resource, words, columns, form, link, filters, buttons, context }: CrudListProps<R>) {
  const list = { ...useListState(resource.list), given: context?.list }
  const dialog = useRecordDialog()
  const remove = useDelete(resource.remove, words.thing)
  const can = useCan()
  const phone = usePhone()
  const may = (policy: PolicyName) => !context?.locked && can(policy)
  const add = may(resource.create.policy) && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  const nameOf = titleColumn(columnsOf(columns))!.show
  const { reorder } = resource
  const order = reorder && may(reorder.policy) && (
    <OrderButton resource={{ ...resource, reorder }} title={words.title} nameOf={(row) => String(nameOf(row))} />
  )
  const rows = (
    <>
      <PagedTable
        {...list}
        columns={columns as any}
        filters={filters}
        link={link as any}
        layouts={phone && buttons}
        action={
          <>
            {order}
            {context && add}
          </>
        }
        empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
        actions={
          may(resource.update.policy)
            ? (row: any) => [
                { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(row.id) },
                ...(context?.omitFromCopy ? [{ label: 'Duplica', icon: IconCopy, onSelect: () => dialog.show('nuovo', row.id) }] : []),
                {
                  label: 'Elimina',
                  icon: IconTrash,
                  danger: true,
                  onSelect: () => remove({ id: row.id, ...context?.remove } as any, String(nameOf(row))),
                },
              ]
            : undefined
        }
      />
      {add && dialog.subject && <CrudDialog resource={resource} words={words} form={form} context={context} />}
    </>
  )
  const total = useTotal(list)
  if (!context)
    return (
      <Page
        title={words.title}
        count={total}
        action={
          buttons && !phone ? (
            <>
              {buttons}
              {add}
            </>
          ) : (
            add
          )
        }
      >
        {rows}
      </Page>
    )
  return rows
}
