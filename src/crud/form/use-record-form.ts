import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { formatValue } from '../../rules/shared/format-value.ts'
import { fieldAt, labelAndRequired } from '../../rules/shared/schema-fields.ts'
import { type Attempt, currentAddress } from './form-draft.ts'
import { type Call, type FieldsOf, type Paths, pickSchema, type SavedOf, type Writes } from './form-paths.ts'
import { type Merge, merge, sameValue, type Values } from './merge.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface Revised {
  id: number
  rev?: number
}
type Initial<F> = { [K in keyof F]?: F[K] | null | '' }
export interface Conflict extends Merge {
  mine: Values
  theirs: Values
  /** The record as the server holds it, with the names of what it refers to. */
  row: Values
  rev: number | undefined
}
type Errors = Record<string, string>
/** The parts of a form that RecordForm needs, whatever the record. */
export interface FormHandle {
  id: string
  /** Changes when values were set from outside: the inputs remount. */
  version: string
  errors: Errors
  /** Refusals of the server that belong to no field. */
  refused: readonly string[]
  /** Number of failed saves. */
  failures: number
  sending: boolean
  /** When the restored draft was written, in milliseconds. */
  restored: number | undefined
  conflict: Conflict | null
  labelOf: (path: string) => string
  /** A disputed value as a person reads it; a reference by the name shown in its input, or sent beside it. */
  wordsOf: (path: string, value: unknown) => string
  /** `also` is sent with this save only and kept in no draft, such as a change of state. */
  submit: (also?: object) => Promise<void>
  /** Back to the saved values; asks first if something would be lost. */
  reset: () => Promise<void>
  discard: () => Promise<void>
  /** The person's choice: values for the disputed fields, or null to go on editing. */
  resolve: (chosen: Values | null) => Promise<void>
}

/** The record has changed since it was read; `data` is what the server holds now. */
const isStale = (error: ApiError) => error.status === 409 && error.code === 'stale'
/** Initial values: the record's, under the names of `initial`, and those of `initial` where it has none. */
const valuesFrom = (record: object | undefined, initial: Values): Values =>
  Object.fromEntries(
    Object.entries(initial).map(([key, empty]) => {
      const row = (record ?? {}) as Values
      return [key, row[key] ?? (row[key] === undefined ? (referenceOf(row, key) as { id?: number } | null)?.id : undefined) ?? empty]
    }),
  )
/** What the row holds under a reference's name without `_id`: the record (`{ id, code?, name }`) or its name. */
const referenceOf = (row: Values, key: string) => (/_id$/.test(key) ? (row[key.slice(0, -3)] ?? null) : null) as object | string | null
/** One draft per record and part of it; for a new record, one per owner it is created under (`station_id`). */
const draftKey = (endpoint: Call, record: Revised | undefined, initial: Values, part: string) => {
  const owners = Object.entries(initial).filter(([key, value]) => /id$/i.test(key) && value)
  return [endpoint.name, part, record?.id ?? '', ...owners.flat()].join(':')
}

/**
 * A form over a resource's create (no record) or update. Fields, labels, rules and types come from the contract; `initial` names the fields
 * edited here with their empty values. It keeps a local draft, asks before unsaved changes are left, shows the server's errors at their
 * fields, merges a record that was changed meanwhile field by field, and never creates twice.
 * @param part tells several forms on one record apart
 */
export function useRecordForm<const R extends Writes, I extends Initial<FieldsOf<R>>>(
  resource: R,
  record: (SavedOf<R> & Revised) | undefined,
  initial: I & Record<Exclude<keyof I, keyof FieldsOf<R>>, never>,
  onDone: (saved: SavedOf<R>) => unknown,
  part = '',
) {
  const endpoint = (record ? resource.update : resource.create) as Call
  const id = useId()
  const base = useRef({ values: valuesFrom(record, initial), rev: record?.rev })
  const attempt = useRef<Attempt>(undefined)
  const busy = useRef(false)
  const [schema] = useState(() => pickSchema(Object.keys(initial), resource.create?.body, resource.update?.body))
  const [refused, setRefused] = useState<readonly string[]>([])
  const [failures, setFailures] = useState(0)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: base.current.values,
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange(values) {
      setRefused((before) => (before.length ? [] : before))
      if (sameValue(values, base.current.values)) void draft.clear()
      else keep(values)
    },
  })
  // A later revision that changed none of these fields (saved by another form on the page) is taken as the new base.
  useEffect(() => {
    const newer = record?.rev !== undefined && record.rev > (base.current.rev ?? 0)
    if (newer && sameValue(valuesFrom(record, initial), base.current.values)) base.current.rev = record.rev
  })
  const draft = useFormDraft(draftKey(endpoint, record, initial, part), (found) => {
    // Text typed before the draft was read is kept.
    const typed = Object.entries(form.getValues()).filter(([key, value]) => !sameValue(value, base.current.values[key]))
    attempt.current = found.attempt
    startFrom({ ...base.current.values, ...found.base }, found.rev, { ...found.values, ...Object.fromEntries(typed) })
  })
  const keep = (values: Values) =>
    draft.write({ values, base: base.current.values, rev: base.current.rev, attempt: attempt.current, ...currentAddress() })
  const dirty = () => !sameValue(form.getValues(), base.current.values)
  const mayLeave = useLeaveGuard(dirty, { left: draft.drop, sessionEnd: draft.flush })
  const send = useMutation<unknown, ApiError, { input: any; key: string }>({
    mutationFn: ({ input, key }) => call(endpoint, input, { headers: { 'idempotency-key': key } }),
    meta: { endpoint, quiet: isStale },
  })

  /** Puts `values` in the form, over a record that holds `start`. */
  function startFrom(start: Values, rev: number | undefined, values = start) {
    base.current = { values: start, rev }
    form.setInitialValues(start)
    form.setValues(values)
  }
  function fail(errors: Errors, others: readonly string[]) {
    form.setErrors(errors)
    setRefused(others)
    setFailures((count) => count + 1)
  }
  async function save(also?: object): Promise<void> {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return fail(errors as Errors, [])
    const values = form.getValues()
    const input = { ...values, ...also, ...(record && { id: record.id, rev: base.current.rev }) }
    const content = JSON.stringify(input)
    if (attempt.current?.content !== content) attempt.current = { key: crypto.randomUUID(), content }
    if (dirty()) keep(values)
    await draft.flush()
    try {
      const saved = (await send.mutateAsync({ input, key: attempt.current.key })) as SavedOf<R> & Revised
      attempt.current = undefined
      setFailures(0)
      const start = saved ? valuesFrom(saved, initial) : values
      // Text typed while saving is kept, still unsaved. Not for a new record: the form will not edit it.
      const typed = record && Object.entries(form.getValues()).filter(([key, value]) => !sameValue(value, values[key]))
      startFrom(start, saved?.rev, { ...start, ...Object.fromEntries(typed ?? []) })
      if (!dirty()) await draft.drop()
      await onDone(saved)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isFinal(error)) attempt.current = undefined
      if (isStale(error)) return mergeStale(error.data as Values & Revised, also)
      const [known, others]: [Errors, string[]] = [{}, []]
      for (const [path, message] of Object.entries(error.fields))
        if (path.split('.')[0]! in initial) known[path] = message
        else others.push(message)
      fail(known, Object.keys(error.fields).length ? others : [error.message])
    }
  }
  /** My changes go on top of theirs; where both changed the same field, the person chooses. */
  function mergeStale(now: Values & Revised, also?: object) {
    const mine = form.getValues()
    const theirs = valuesFrom(now, initial)
    const difference = merge(base.current.values, mine, theirs)
    if (difference.disputed.length) return setConflict({ ...difference, mine, theirs, row: now, rev: now.rev })
    startFrom(theirs, now.rev, difference.merged)
    notify.info('Il record era stato modificato da un altro utente: le modifiche sono state unite.')
    return save(also)
  }
  function nameOf({ row, mine }: Conflict, path: string, value: unknown) {
    const beside = referenceOf(row, path)
    const other = typeof beside === 'object' ? (beside as { id: number; code?: string; name?: string } | null) : null
    if (other?.id === value) return [other?.code, other?.name].filter(Boolean).join(' ')
    if (mine[path] === value) return (document.getElementById(`${id}-${path}`) as HTMLInputElement | null)?.value
    return typeof beside === 'string' ? beside : `n. ${value}`
  }
  async function submit(also?: object) {
    if (busy.current) return
    busy.current = true
    await save(also).finally(() => {
      busy.current = false
    })
  }

  async function discard() {
    attempt.current = undefined
    setFailures(0)
    startFrom(valuesFrom(record, initial), record?.rev)
    await draft.drop()
  }

  type Path = Paths<Pick<FieldsOf<R>, keyof FieldsOf<R> & keyof I>>
  return {
    /** Schema of the edited fields. */
    schema,
    /** Props of an input: label, value, rules, error. `checkbox` for booleans. */
    field(path: Path, type: 'input' | 'checkbox' = 'input') {
      const { label, required } = labelAndRequired(schema, path)
      const props = form.getInputProps(path, { type })
      return {
        ...props,
        id: `${id}-${path}`,
        label,
        required: required && type === 'input',
        onBlur: () => void (form.isDirty(path) && form.validateField(path)),
      } as any
    },
    /** Values for custom inputs. `useValue` follows one, so that what depends on it is redrawn. */
    values: {
      get: (path: Path): any => path.split('.').reduce((value: any, key) => value?.[key], form.getValues()),
      set: (path: Path, value: any) => form.setFieldValue(path, value),
      useValue: form.useWatchValue as (path: Path) => any,
    },
    form: {
      id,
      version: form.key(''),
      errors: form.errors as Errors,
      refused,
      failures,
      sending: send.isPending,
      restored: draft.restored,
      conflict,
      labelOf: (path) => labelAndRequired(schema, path).label ?? path,
      wordsOf: (path, value) =>
        (typeof value === 'number' && conflict && /_id$/.test(path) && nameOf(conflict, path, value)) ||
        formatValue(value, fieldAt(schema, path)),
      submit,
      discard,
      reset: async () => {
        if (await mayLeave()) await discard()
      },
      async resolve(chosen) {
        setConflict(null)
        if (!chosen || !conflict) return
        startFrom(conflict.theirs, conflict.rev, { ...conflict.merged, ...chosen })
        await submit()
      },
    } satisfies FormHandle as FormHandle,
  }
}
