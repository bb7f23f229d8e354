import { Checkbox, Select, type SelectProps, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { choiceLabels, fieldKind, scaleOf } from '../../contract/kernel/fields.ts'
import { fieldAt } from '../../rules/shared/schema-fields.ts'
import { DateField } from '../../ui/DateField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import classes from './Fields.module.css'
import { mayBeEmpty, typeAt } from './form-paths.ts'

/** The parts of `useRecordForm` that an input needs. */
export interface FormFields<P extends string> {
  schema: v.GenericSchema
  field: (path: P, type?: 'input' | 'checkbox') => any
}
const INPUT = { phone: { type: 'tel' }, email: { type: 'email' }, iban: { autoCapitalize: 'characters' } } as Record<string, object>

/** Option that clears a choice: on a phone it is as large as the others, unlike the clear button in the field. */
const UNANSWERED = { value: '', label: 'Non indicato' }

/** Inputs for fields that need more than the contract tells, by the last part of the field's name. */
export type Inputs = Readonly<Record<string, (props: any) => ReactNode>>
interface FieldsProps<P extends string> {
  of: FormFields<P>
  names: readonly P[]
  inputs?: Inputs | undefined
}

/** Inputs for some fields of a form, in that order, each chosen by the contract's type. */
export const Fields = <P extends string>({ of, names, inputs = {} }: FieldsProps<P>) =>
  names.map((name, at) => <Input key={name} of={of} name={name} first={!at} own={inputs[name.slice(name.lastIndexOf('.') + 1)]} />)

const ANSWERS = [UNANSWERED, { value: 'true', label: 'Sì' }, { value: 'false', label: 'No' }]
interface YesNoProps extends Omit<SelectProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: boolean | null
  defaultValue?: boolean | null
  onChange?: (value: boolean | null) => void
}
const selectValue = (value: boolean | null | undefined) => (value === undefined ? undefined : value === null ? '' : String(value))
const YesNo = ({ value, defaultValue, onChange, ...rest }: YesNoProps) => (
  <Select
    {...rest}
    data={ANSWERS}
    allowDeselect={false}
    value={selectValue(value)}
    defaultValue={selectValue(defaultValue)}
    onChange={(next) => onChange?.(next ? next === 'true' : null)}
  />
)

/** Below a sum: whoever types 300 gets 3,00 and is told why before it happens. */
const automaticHint = (decimals: number) => `Ultime ${decimals} cifre: decimali`

interface InputProps<P extends string> {
  of: FormFields<P>
  name: P
  first: boolean
  own: Inputs[string] | undefined
}
function Input<P extends string>({ of: { schema, field }, name, first, own }: InputProps<P>) {
  const about = fieldAt(schema, name)!
  const type = typeAt(schema, name)
  const words = choiceLabels(about)
  const kind = fieldKind(about)
  // A nullable boolean has a third state: not answered.
  if (type === 'boolean' && mayBeEmpty(about)) return <YesNo {...field(name)} />
  if (type === 'boolean') return own ? own(field(name, 'checkbox')) : <Checkbox {...field(name, 'checkbox')} />
  // The first field takes the focus when a dialog opens.
  const props = { ...field(name), 'data-autofocus': first || undefined }
  if (own) return own(props)
  if (words)
    return (
      <Select
        {...props}
        data={[...(mayBeEmpty(about) ? [UNANSWERED] : []), ...Object.entries(words).map(([value, label]) => ({ value, label }))]}
        allowDeselect={false}
      />
    )
  if (kind === 'day') return <DateField {...props} />
  if (kind === 'long') return <Textarea {...props} className={classes.wide} />
  const automatic = kind === 'money' ? (mayBeEmpty(about) ? 'empty' : 'zero') : undefined
  const decimals = kind === 'figures' ? 'none' : (scaleOf(about) ?? 2)
  if (type === 'number')
    return (
      <NumberField
        {...props}
        {...(automatic && {
          description: automaticHint(decimals as number),
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
        {...{ decimals, automatic }}
      />
    )
  return <TextInput {...props} {...INPUT[kind ?? '']} />
}
