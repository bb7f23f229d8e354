import { useId } from 'react'
import { formatValue } from '../../rules/shared/format-value.ts'
import { fieldAt, labelAndRequired } from '../../rules/shared/schema-fields.ts'
import { type Conflict, type Errors, type FormHandle, isBelow } from './form-handle.ts'
import type { Call, FieldsOf, Paths, SavedOf, Writes } from './form-paths.ts'
import { type Revised, referenceOf } from './record-values.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRecordSaving } from './use-record-saving.ts'
import { type Faults, useRecordState } from './use-record-state.ts'

type Initial<F> = { [K in keyof F]?: F[K] | null | '' }

/** Name of the record that a disputed reference points to: the server's, or the one shown in the form's input. */
function referenceName({ row, mine }: Conflict, path: string, value: unknown, inputId: string) {
  const beside = referenceOf(row, path)
  const other = typeof beside === 'object' ? (beside as { id: number; code?: string; name?: string } | null) : null
  if (other?.id === value) return [other?.code, other?.name].filter(Boolean).join(' ')
  if (mine[path] === value) return (document.getElementById(inputId) as HTMLInputElement | null)?.value
  return typeof beside === 'string' ? beside : `n. ${value}`
}

/**
 * A form over a resource's create (no record) or update. Fields, labels, rules and types come from the contract; `initial` names the fields
 * edited here with their empty values. It keeps a local draft, asks before unsaved changes are left, shows the server's errors at their
 * fields, merges a record that was changed meanwhile field by field, and never creates twice.
 * @param part tells several forms on one record apart
 * @param faults rules over several fields, told together with what is wrong with each
 */
export function useRecordForm<const R extends Writes, I extends Initial<FieldsOf<R>>>(
  resource: R,
  record: (SavedOf<R> & Revised) | undefined,
  initial: I & Record<Exclude<keyof I, keyof FieldsOf<R>>, never>,
  onDone: (saved: SavedOf<R>) => unknown,
  part = '',
  faults?: Faults,
) {
  const endpoint = (record ? resource.update : resource.create) as Call
  const id = useId()
  const state = useRecordState(endpoint, record, initial, [resource.create?.body, resource.update?.body], part, faults)
  const { form, schema, draft, refused } = state
  const mayLeave = useLeaveGuard(state.dirty, { left: draft.drop, sessionEnd: draft.flush })
  const saving = useRecordSaving<SavedOf<R>>(endpoint, record, initial, state, onDone)
  const { conflict } = saving

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
    /** Checks the fields below these names and says at them what is wrong; the path of the first such field, if any. */
    check(names: readonly string[]) {
      const ofThese = ([path]: [string, unknown]) => names.some((name) => isBelow(path, name))
      const others = Object.entries(form.errors).filter((one) => !ofThese(one))
      const wrong = Object.entries(form.validate().errors).filter(ofThese)
      form.setErrors(Object.fromEntries([...others, ...wrong]))
      return wrong[0]?.[0]
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
      ...saving,
      restored: draft.restored,
      labelOf: (path) => labelAndRequired(schema, path).label ?? path,
      wordsOf: (path, value) =>
        (typeof value === 'number' && conflict && /_id$/.test(path) && referenceName(conflict, path, value, `${id}-${path}`)) ||
        formatValue(value, fieldAt(schema, path)),
      reset: async () => {
        if (await mayLeave()) await saving.discard()
      },
    } satisfies FormHandle as FormHandle,
  }
}
