import { TextInput } from '@mantine/core'
import type { FilterControlProps } from '../../../crud/list/filters.tsx'

/** Words that a column holds: asked for with Enter, or when the field is left, so that Back does not go letter by letter. */
export function TextFilter({ label, value, onChange }: FilterControlProps<string>) {
  const ask = (typed: string) => {
    const next = typed.trim() || undefined
    if (next !== value) onChange(next)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder="Contiene"
      maxLength={100}
      defaultValue={value ?? ''}
      onBlur={({ currentTarget }) => ask(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && ask(currentTarget.value)}
    />
  )
}
