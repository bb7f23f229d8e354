import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { IconArrowsSort, IconFilter } from '../ui/icons.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { CountedControl, type CountedControlProps, type Counting } from './CountedControl.tsx'
import classes from './FilterBar.module.css'
import { MORE, withRoom } from './filter-room.ts'
import type { Filter } from './filters.tsx'

interface FilterBarProps {
  filters: readonly (readonly [string, Filter])[]
  values: Record<string, unknown>
  /** Undefined takes a filter away. */
  onChange: (changes: Record<string, unknown>) => void
  /** The list that is filtered, where it counts the rows of each value. */
  counting?: Counting
}

const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && !value.length)
const cleared = ({ filters }: Pick<FilterBarProps, 'filters'>) => Object.fromEntries(filters.map(([key]) => [key, undefined]))

/** The filters of a list on a desk: a chip each, which opens its control and, when in use, says its value and takes itself away. */
export function FilterChips(props: FilterBarProps & { room?: number | undefined }) {
  const { filters, values, onChange, counting, room } = props
  const used = filters.filter(([key]) => isSet(values[key])).length
  if (!filters.length) return null
  const shown = withRoom(filters, (key) => isSet(values[key]), room)
  return (
    <Group className={classes.chips} role="group" aria-label="Filtri">
      {shown.map(([key, filter]) => (
        <FilterChip
          key={key}
          of={key}
          filter={filter}
          value={values[key]}
          onChange={(value) => onChange({ [key]: value })}
          counting={counting}
        />
      ))}
      {/* All of them: one that is put in use here does not leave the sheet under the hand. */}
      {shown.length < filters.length && <FilterSheet {...props} label={MORE} />}
      {used > 0 && (
        <Button variant="subtle" onClick={() => onChange(cleared(props))}>
          Azzera filtri
        </Button>
      )}
    </Group>
  )
}

// Fetched when the first filter is opened.
const FilterPopover = lazy(() => import('./FilterPopover.tsx').then(({ FilterPopover }) => ({ default: FilterPopover })))

function FilterChip(props: CountedControlProps) {
  const { filter, value, onChange } = props
  const { label, say } = filter
  const used = isSet(value)
  const [asked, setAsked] = useState(false)
  const button = (
    <Button variant={used ? 'light' : 'default'} className={classes.open} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      {used ? (
        <>
          {label}: {say(value)}
        </>
      ) : (
        label
      )}
    </Button>
  )
  return (
    <div className={classes.chip} data-used={used}>
      {asked ? (
        <Suspense fallback={button}>
          <FilterPopover {...props} target={button} />
        </Suspense>
      ) : (
        button
      )}
      {used && <CloseButton className={classes.clear} aria-label={`Togli il filtro ${label}`} onClick={() => onChange(undefined)} />}
    </div>
  )
}

interface FilterSheetProps extends FilterBarProps {
  /** The words of its button, where the chips already tell what is in use. */
  label?: string
  /** What else narrows or orders the list, above the filters. */
  children?: ReactNode
}

/** The same on a phone, or for those that have no room on a desk: one button, and a sheet with all the controls. */
export function FilterSheet({ children, label, ...props }: FilterSheetProps) {
  const { filters, values, onChange, counting } = props
  const [opened, sheet] = useDisclosure(false)
  const used = filters.filter(([key]) => isSet(values[key])).length
  const name = filters.length ? 'Filtri' : 'Ordina'
  return (
    <>
      <Button variant="default" leftSection={filters.length ? <IconFilter /> : <IconArrowsSort />} onClick={sheet.open}>
        {label ?? (used ? `${name} (${used})` : name)}
      </Button>
      <Sheet title={name} opened={opened} onClose={sheet.close}>
        {children}
        {filters.map(([key, filter]) => (
          <Stack key={key} gap={4}>
            <Text fw={500}>{filter.label}</Text>
            <CountedControl
              of={key}
              filter={filter}
              value={values[key]}
              onChange={(value) => onChange({ [key]: value })}
              counting={counting}
            />
          </Stack>
        ))}
        <Group grow mt="sm">
          {used > 0 && (
            <Button variant="default" onClick={() => onChange(cleared(props))}>
              Azzera filtri
            </Button>
          )}
          <Button onClick={sheet.close}>Mostra</Button>
        </Group>
      </Sheet>
    </>
  )
}
