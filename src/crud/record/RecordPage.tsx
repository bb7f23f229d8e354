import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { history as changes } from '../../contract/kernel/history.ts'
import type { ApiError } from '../../lib/api-error.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import type { ModelHistories } from '../../rules/shared/history-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconPencil, IconTrash } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { CrudDialog } from '../form/CrudDialog.tsx'
import { useRecordDialog } from '../form/record-dialog.ts'
import type { RowAction } from '../list/columns.ts'
import type { CrudResource, CrudWords, FormProps } from '../list/crud-types.ts'
import { useDelete } from './delete.ts'
import { History } from './History.tsx'
import { MoreButton } from './MoreButton.tsx'
import { useOriginList } from './origin-list.ts'
import { RailHistory, RailPart, RailRelated, type Related, tabLink } from './Rail.tsx'
import { listHere, RecordFrame, RecordGone } from './RecordFrame.tsx'
import { RecordTabs } from './RecordTabs.tsx'
import { type TabSet, useOpenTab, useVisibleTabs } from './record-tabs.ts'

type WithRecord = CrudResource & Required<Pick<CrudResource, 'get'>>
interface RecordPageProps<R extends WithRecord> {
  resource: R
  id: number
  words: CrudWords
  /** 'Banca non trovata' */
  gone: string
  form?: ComponentType<FormProps<any>>
  /** Name of the record, if it is not its `name`. */
  nameOf?: (record: Output<R['get']>) => string
  /** Read only for everybody. */
  locked?: (record: Output<R['get']>) => boolean
  /** Tabs by name in the address; the first has no name and is where the record is edited. Tabs with a count also appear in the rail. */
  tabs: (record: Output<R['get']>) => TabSet
  /** How to read the record's changes, shown in a tab of their own and in the rail, to people who may. */
  history: ModelHistories
  /** State, subtitle, related records, rail and actions. */
  head?: (record: Output<R['get']>) => Head
}
interface Head {
  chip?: ReactNode
  subtitle?: ReactNode
  related?: readonly Related[]
  rail?: ReactNode
  actions?: readonly RowAction[]
  /** No longer edited, though it may be deleted. */
  frozen?: boolean
}

/** The page of one record: breadcrumbs, name and state, tabs, and form and deletion for people who may write. */
export function RecordPage<R extends WithRecord>({
  resource,
  id,
  words,
  gone,
  form,
  nameOf,
  locked,
  tabs,
  history,
  head,
}: RecordPageProps<R>) {
  const { data, error, refetch } = useQuery(query(resource.get as any, { id } as any, true)) as {
    data: (Output<R['get']> & { name: string; rev: number }) | undefined
    error: ApiError | null
    refetch: () => unknown
  }
  const navigate = useNavigate()
  const dialog = useRecordDialog()
  const came = useOriginList()
  const remove = useDelete(resource.remove, words.thing)
  const can = useCan()
  const record = error ? undefined : data
  const free = !!record && !locked?.(record)
  const write = can(resource.update.policy) && free
  const name = data && (nameOf ? nameOf(data) : data.name)
  const told = can(changes.list.policy)
  const all = useVisibleTabs({
    ...(record && tabs(record)),
    ...(record && { storico: { label: 'Storico', policy: changes.list.policy, show: <History models={history} id={id} /> } }),
  })
  const [first] = Object.keys(all)
  const open = useOpenTab(all)
  const list = listHere(words.title)
  if (error?.status === 404) return <RecordGone gone={gone} />
  const { actions = [], related = [], rail, frozen, ...shown }: Head = (record && head?.(record)) ?? {}
  const edit = write && !frozen && first !== undefined && open === first
  const counted = Object.entries(all).flatMap(([tab, { label, count }]) =>
    count === undefined ? [] : { label, count, link: tabLink(tab) },
  )
  const belonging = [...related, ...counted]
  const erase = async () => {
    if (!(await remove({ id } as any, name!))) return
    if (came) came.leave()
    else void navigate({ ...list.link, replace: true })
  }
  const more = [
    ...actions,
    ...(can(resource.remove.policy) && free ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: erase }] : []),
  ]
  const action = record && (edit || more.length > 0) && (
    <>
      {edit && (
        <Button leftSection={<IconPencil />} onClick={() => dialog.show(id)}>
          Modifica
        </Button>
      )}
      <MoreButton actions={more} />
    </>
  )
  return (
    <RecordFrame
      list={list}
      title={words.title}
      name={name}
      action={action}
      rail={
        record && (
          <>
            {belonging.length > 0 && (
              <RailPart title="Collegati">
                <RailRelated items={belonging} />
              </RailPart>
            )}
            {rail}
            {told && <RailHistory models={history} id={id} rev={record.rev} />}
          </>
        )
      }
      {...shown}
    >
      {error && <ErrorState whole onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {record && <RecordTabs tabs={all} />}
      {/* In another tab the dialog is that of the list there. */}
      {edit && dialog.subject === id && <CrudDialog resource={resource} words={words} form={form} />}
    </RecordFrame>
  )
}
