import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ticketCategories, ticketPriorities } from '../../contract/tickets/categories.ts'
import { CrudDialog } from '../../crud/form/CrudDialog.tsx'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { CrudWords } from '../../crud/list/crud-types.ts'
import type { RowOf } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { type TreeNode, TreeView } from '../../ui/TreeView.tsx'
import { CategoryForm } from './CategoryForm.tsx'

type Category = RowOf<typeof ticketCategories.list>

/** Each category with those under it, in their order. */
function nodesOf(all: readonly Category[], parent: number | null): TreeNode[] {
  return all
    .filter(({ parent_id }) => (parent_id ?? null) === parent)
    .map((one) => ({
      id: String(one.id),
      label: (
        <LinkAnchor to="." search={((old: object) => ({ ...old, modulo: one.id })) as never} tabIndex={-1}>
          {one.name}
        </LinkAnchor>
      ),
      beside: (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {[`SLA ${howMany(one.sla_hours, 'ora', 'ore')}`, `priorità ${ticketPriorities[one.default_priority]?.toLowerCase()}`, one.group]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {!one.active && <StatusChip tone="neutral" label="Non attiva" />}
        </Group>
      ),
      children: nodesOf(all, one.id),
    }))
}

interface CategoryTreeProps {
  words: CrudWords
  /** The choice between tree and list. */
  views: ReactNode
}
/** The categories of tickets as a tree; a category opens its form. */
export function CategoryTree({ words, views }: CategoryTreeProps) {
  const { data, isError, refetch } = useQuery(query(ticketCategories.list, { is_paginated: 0, sort: 'position' }))
  const dialog = useRecordDialog()
  const add = useCan()(ticketCategories.create.policy) && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  return (
    <Page
      title={words.title}
      count={data?.total}
      action={
        <>
          {views}
          {add}
        </>
      }
    >
      {data ? (
        data.data.length ? (
          <TreeView label={words.title} nodes={nodesOf(data.data, null)} />
        ) : (
          <EmptyState icon={words.icon} message={words.none} action={add} />
        )
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
      {dialog.subject && <CrudDialog resource={ticketCategories} words={words} form={CategoryForm} />}
    </Page>
  )
}
