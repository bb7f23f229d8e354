import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import type { Conflict, Errors } from './form-handle.ts'
import type { Call } from './form-paths.ts'
import { merge, sameValue, type Values } from './merge.ts'
import { type Revised, valuesFrom } from './record-values.ts'
import type { RecordState } from './use-record-state.ts'

/** The form's path of a value that was sent, if rows were left out. */
type PathOf = (path: string) => string
const samePath: PathOf = (path) => path
/** The record has changed since it was read; `data` is what the server holds now. */
const isStale = (error: ApiError) => error.status === 409 && error.code === 'stale'
/** The server's errors, those of the fields of this form apart from the others. */
function sorted({ fields, message }: ApiError, initial: Values, pathOf: PathOf): [known: Errors, others: string[]] {
  const [known, others]: [Errors, string[]] = [{}, []]
  for (const [path, words] of Object.entries(fields))
    if (path.split('.')[0]! in initial) known[pathOf(path)] = words
    else others.push(words)
  return [known, Object.keys(fields).length ? others : [message]]
}

/** Saves a record's form, once for each content, and merges a record that was changed meanwhile. */
export function useRecordSaving<S>(
  endpoint: Call,
  record: Revised | undefined,
  initial: Values,
  { form, base, attempt, draft, setRefused, keep, startFrom, dirty }: RecordState,
  onDone: (saved: S) => unknown,
) {
  const busy = useRef(false)
  const [failures, setFailures] = useState(0)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const send = useMutation<unknown, ApiError, { input: any; key: string }>({
    mutationFn: ({ input, key }) => call(endpoint, input, { headers: { 'idempotency-key': key } }),
    // What is told at the fields and above them needs no toast.
    meta: { endpoint, quiet: (error) => isStale(error) || error.hasFields },
  })

  function fail(errors: Errors, others: readonly string[]) {
    form.setErrors(errors)
    setRefused(others)
    setFailures((count) => count + 1)
  }
  async function save(also?: object, pathOf = samePath): Promise<void> {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return fail(errors as Errors, [])
    const values = form.getValues()
    const input = { ...values, ...also, ...(record && { id: record.id, rev: base.current.rev }) }
    const content = JSON.stringify(input)
    if (attempt.current?.content !== content) attempt.current = { key: crypto.randomUUID(), content }
    if (dirty()) keep(values)
    await draft.flush()
    try {
      await saved(values, (await send.mutateAsync({ input, key: attempt.current.key })) as S & Revised)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isFinal(error)) attempt.current = undefined
      if (isStale(error)) return mergeStale(error.data as Values & Revised, also)
      fail(...sorted(error, initial, pathOf))
    }
  }
  async function saved(values: Values, answer: (S & Revised) | undefined) {
    attempt.current = undefined
    setFailures(0)
    // What a new record's answer does not hold stays as it was sent until the form closes.
    const start = answer ? valuesFrom(answer, record ? initial : values) : values
    // Text typed while saving is kept, still unsaved. Not for a new record: the form will not edit it.
    const typed = record && Object.entries(form.getValues()).filter(([key, value]) => !sameValue(value, values[key]))
    startFrom(start, answer?.rev, { ...start, ...Object.fromEntries(typed ?? []) })
    if (!dirty()) await draft.drop()
    await onDone(answer as S)
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
  async function submit(also?: object, pathOf?: PathOf) {
    if (busy.current) return
    busy.current = true
    await save(also, pathOf).finally(() => {
      busy.current = false
    })
  }
  async function discard() {
    attempt.current = undefined
    setFailures(0)
    startFrom(valuesFrom(record, initial), record?.rev)
    await draft.drop()
  }
  async function resolve(chosen: Values | null) {
    setConflict(null)
    if (!chosen || !conflict) return
    startFrom(conflict.theirs, conflict.rev, { ...conflict.merged, ...chosen })
    await submit()
  }
  return { failures, conflict, sending: send.isPending, submit, discard, resolve }
}
