import { Group } from '@mantine/core'
import { useState } from 'react'
import { day } from '../../../lib/format.ts'
import { isRealDay, italianNumber, periodProblem } from '../../../rules/shared/italian.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'

type Kind = 'number' | 'date'
/** `2010..2020` as its two ends; a value alone is both. */
const endsOf = (range = ''): [from: string, to: string] => {
  const [from = '', to = from] = range.split('..')
  return [from, to]
}
const said = (kind: Kind, end: string) => (kind === 'date' ? day(end) : italianNumber(Number(end)))
export function rangeText(kind: Kind, range: string): string {
  const [from, to] = endsOf(range)
  if (from === to) return said(kind, from)
  if (from && to) return `${said(kind, from)} – ${said(kind, to)}`
  return from ? `da ${said(kind, from)}` : `fino a ${said(kind, to)}`
}
interface RangeInputsProps {
  kind: Kind
  value: string | undefined
  onChange: (range: string | undefined) => void
}
/** The two ends of a range. */
export function RangeInputs({ kind, value, onChange }: RangeInputsProps) {
  const [ends, setEnds] = useState(() => endsOf(value))
  const set = (at: 0 | 1) => (next: string | number | null) => {
    const text = next === null || next === undefined ? '' : String(next)
    // Half of a day is no day yet.
    if (kind === 'date' && text && !isRealDay(text)) return
    if (kind === 'number' && text && !Number.isFinite(Number(text))) return
    const changed: [string, string] = at ? [ends[0], text] : [text, ends[1]]
    setEnds(changed)
  }
  const ask = () => {
    const next = ends[0] || ends[1] ? ends.join('..') : undefined
    if (next !== value) onChange(next)
  }
  // Asked for when the fields are left, or with Enter: Back does not go figure by figure.
  const asking = { onBlur: ask, onKeyDown: ({ key }: { key: string }) => key === 'Enter' && ask() }
  if (kind === 'date')
    return (
      <Group gap="xs" grow align="flex-start" {...asking}>
        <DateField label="Dal" value={ends[0] || null} onChange={set(0)} />
        <DateField label="Al" value={ends[1] || null} onChange={set(1)} error={periodProblem(ends[0], ends[1])} />
      </Group>
    )
  return (
    <Group gap="xs" grow align="flex-start" {...asking}>
      <NumberField label="Da" decimals={3} value={ends[0] ? Number(ends[0]) : null} onChange={set(0)} />
      <NumberField label="A" decimals={3} value={ends[1] ? Number(ends[1]) : null} onChange={set(1)} />
    </Group>
  )
}
