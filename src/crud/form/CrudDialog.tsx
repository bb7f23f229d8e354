import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { query } from '../../lib/query.ts'
import type { CrudContext, CrudResource, CrudWords, FormProps } from '../list/crud-types.ts'
import { listSearch, useParameters } from '../list/list-search.ts'
import { pageOf } from '../list/use-rows.ts'
import { CrudForm } from './CrudForm.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { useRecordDialog } from './record-dialog.ts'

interface CrudDialogProps {
  resource: CrudResource
  words: CrudWords
  form: ComponentType<FormProps<any>> | undefined
  context?: CrudContext | undefined
}

const copyOf = (record: object, apart: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !apart.includes(name)))

/** The dialog of a plain resource. It edits the record, or the row of the list if there is no call for one record. */
export function CrudDialog({ resource, words, form: Form, context }: CrudDialogProps) {
  const { subject, from } = useRecordDialog()
  const { list, get } = resource
  const search = useParameters(listSearch(list))
  // A copy starts from the original record.
  const id = typeof subject === 'number' ? subject : context?.omitFromCopy && from
  const source: object = get ? query(get as any, { id } as any, true) : query(list as any, { ...search, ...context?.list } as any)
  const { data, isError, error, refetch } = useQuery<any>({ ...(source as ReturnType<typeof query>), enabled: id !== undefined })
  const gone = error?.status === 404
  const record = gone ? null : get || !data ? data : (pageOf<any>(data)!.data.find(({ id: of }) => of === id) ?? null)
  const prefill = subject === 'nuovo' && record ? { id: record.id, values: copyOf(record, context?.omitFromCopy ?? []) } : undefined
  if (subject === 'nuovo' && id !== undefined && record === undefined && !isError) return null
  return (
    <RecordDialog fresh={words.fresh} found={{ data: record, isError: isError && !gone, refetch }}>
      {(old, close) =>
        Form ? (
          <Form record={old} onDone={close} prefill={prefill} given={context?.create} />
        ) : (
          <CrudForm resource={resource} record={old} onDone={close} context={context} prefill={prefill} />
        )
      }
    </RecordDialog>
  )
}
