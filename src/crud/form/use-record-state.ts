import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type Attempt, currentAddress } from './form-draft.ts'
import { type Call, pickSchema } from './form-paths.ts'
import { sameValue, type Values } from './merge.ts'
import { draftKey, type Revised, valuesFrom } from './record-values.ts'
import { useFormDraft } from './use-form-draft.ts'

/** What is wrong with the fields of a whole record, by their names: rules that look at more than one field. */
export type Faults = (values: any) => Record<string, string | undefined>
export type RecordState = ReturnType<typeof useRecordState>
/** The values of a record's form, the saved values they started from (`base`), and the draft on the device that keeps both. */
export function useRecordState(
  endpoint: Call,
  record: Revised | undefined,
  initial: Values,
  bodies: readonly (v.ObjectSchema<v.ObjectEntries, undefined> | undefined)[],
  part: string,
  faults: Faults = () => ({}),
) {
  const base = useRef({ values: valuesFrom(record, initial), rev: record?.rev })
  const attempt = useRef<Attempt>(undefined)
  const [schema] = useState(() => pickSchema(Object.keys(initial), ...bodies))
  const check = schemaResolver(schema, { sync: true })
  // Both at once: a person is not told of a second fault only when the first is mended.
  const validate = (values: Values) => {
    const wrong = Object.entries(faults({ ...record, ...(v.safeParse(schema, values).output as object) }))
    return { ...Object.fromEntries(wrong.filter(([name, sentence]) => sentence && name in initial)), ...check(values) }
  }
  const [refused, setRefused] = useState<readonly string[]>([])
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: base.current.values,
    validate,
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

  /** Puts `values` in the form, over a record that holds `start`. */
  function startFrom(start: Values, rev: number | undefined, values = start) {
    base.current = { values: start, rev }
    form.setInitialValues(start)
    form.setValues(values)
  }
  const dirty = () => !sameValue(form.getValues(), base.current.values)
  return { form, schema, base, attempt, draft, refused, setRefused, keep, startFrom, dirty }
}
