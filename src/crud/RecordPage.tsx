import { Anchor, Breadcrumbs, Button, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Output } from '../contract/endpoint.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconPencil } from '../ui/icons.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { Page } from '../ui/Page.tsx'
import { CrudDialog } from './CrudDialog.tsx'
import type { CrudResource, CrudWords, FormProps } from './crud-types.ts'
import classes from './RecordPage.module.css'
import { useRecordDialog } from './record-dialog.ts'

interface RecordPageProps<R extends Required<CrudResource>> {
  resource: R
  id: number
  words: CrudWords
  form?: ComponentType<FormProps<any>>
  /** By name in the address; the first is the one shown without a name, and where the record is edited. */
  tabs: (record: Output<R['get']>) => Readonly<Record<string, { label: string; show: ReactNode }>>
}

/** The page of one record: where it belongs, its name, its tabs, and its form for who may write. */
export function RecordPage<R extends Required<CrudResource>>({ resource, id, words, form, tabs }: RecordPageProps<R>) {
  const {
    data: record,
    isError,
    refetch,
  } = useQuery(query(resource.get as any, { id } as any)) as {
    data: (Output<R['get']> & { name: string }) | undefined
    isError: boolean
    refetch: () => unknown
  }
  const { scheda }: { scheda?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const dialog = useRecordDialog()
  const write = useCan()(resource.update.policy)
  const all = record && !isError ? tabs(record) : {}
  const [first] = Object.keys(all)
  const open = typeof scheda === 'string' && Object.hasOwn(all, scheda) ? scheda : first
  const edit = write && first !== undefined && open === first && (
    <Button leftSection={<IconPencil />} onClick={() => dialog.show(id)}>
      Modifica
    </Button>
  )
  return (
    <Page title={record?.name ?? words.title} action={edit} breadcrumbs={<RecordBreadcrumbs words={words} name={record?.name} />}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!record && !isError && <LoadingRows />}
      {open !== undefined && (
        <Tabs
          value={open}
          keepMounted={false}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: ((old: object) => ({ ...old, scheda: next === first ? undefined : next })) as any,
              replace: true,
              resetScroll: false,
            })
          }
        >
          <Tabs.List className={classes.tabs}>
            {Object.entries(all).map(([name, { label }]) => (
              <Tabs.Tab key={name} value={name}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {Object.entries(all).map(([name, { show }]) => (
            <Tabs.Panel key={name} value={name} pt="md">
              {show}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {write && dialog.subject && <CrudDialog resource={resource} words={words} form={form} />}
    </Page>
  )
}

/** The list is the same page without an id; where a record is open, it is not where one is. */
const RecordBreadcrumbs = ({ words, name }: { words: CrudWords; name: string | undefined }) => (
  <Breadcrumbs>
    <Anchor
      renderRoot={(props) => <Link {...props} to="." params={{ id: undefined } as any} search={{}} activeOptions={{ exact: true }} />}
    >
      {words.title}
    </Anchor>
    <Text aria-current="page">{name ?? '…'}</Text>
  </Breadcrumbs>
)
