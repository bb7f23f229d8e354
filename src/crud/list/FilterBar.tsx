import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { IconArrowsSort, IconFilter, IconPlus } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { CountedControl, type CountedControlProps, type Counting, type UsableControl } from './CountedControl.tsx'
import classes from './FilterBar.module.css'
import type { Filter } from './filters.tsx'

interface FilterBarProps {
  filters: readonly (readonly [string, Filter])[]
  values: Record<string, unknown>
  /** Undefined removes a filter. */
  onChange: (changes: Record<string, unknown>) => void
  /** Given if the list counts the rows of each value. */
  counting?: Counting
}

const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && !value.length)
/** A period has two parameters. */
function valueIn(key: string, { until }: Filter, values: Record<string, unknown>): unknown {
  if (!until) return values[key]
  const [from, to] = [values[key], values[until]]
  return isSet(from) || isSet(to) ? { from, to } : undefined
}
const changeOf = (key: string, { until }: Filter, value: any) => (until ? { [key]: value?.from, [until]: value?.to } : { [key]: value })
const cleared = ({ filters }: Pick<FilterBarProps, 'filters'>) =>
  Object.assign({}, ...filters.map(([key, filter]) => changeOf(key, filter, undefined)))

/** The props of each filter's control, and whether it is in use. */
const controlsOf = ({ filters, values, onChange, counting }: FilterBarProps): UsableControl[] =>
  filters.map(([of, filter]) => {
    const value = valueIn(of, filter, values)
    const used = isSet(value)
    return { of, filter, value, used, counting, onChange: (next: unknown) => onChange(changeOf(of, filter, next)) }
  })

/** A chip that removes itself passes the focus to the button of all filters. */
const toFirst = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest('[role=group]')?.querySelector('button')?.focus({ preventScroll: true })

// Fetched when the first filter is opened.
const FilterPopover = part(() => import('./FilterPopover.tsx').then((m) => m.FilterPopover))
const FilterMenu = part(() => import('./FilterPopover.tsx').then((m) => m.FilterMenu))

/**
 * The filters of a list on a desktop: one button for all, and a chip for each in use, which shows its value, opens its control and removes
 * itself.
 */
export function FilterChips(props: FilterBarProps) {
  const [asked, setAsked] = useState(false)
  if (!props.filters.length) return null
  const controls = controlsOf(props)
  const used = controls.filter((one) => one.used)
  const button = (
    <Button variant="default" leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      Filtro
    </Button>
  )
  return (
    <Group className={classes.chips} role="group" aria-label="Filtri">
      {asked ? <FilterMenu meanwhile={button} controls={controls} target={button} /> : button}
      {used.length > 0 && (
        <div className={classes.used} data-many={used.length > 1 || undefined}>
          {used.map((one) => (
            <FilterChip key={one.of} {...one} />
          ))}
          {used.length > 1 && (
            <Button
              variant="subtle"
              onClick={(event) => {
                toFirst(event)
                props.onChange(cleared(props))
              }}
            >
              Azzera filtri
            </Button>
          )}
        </div>
      )}
    </Group>
  )
}

/** A value may be an element, such as names that are fetched, so its words are known only once they are drawn. */
const titledByText = ({ currentTarget }: PointerEvent<HTMLElement>) => {
  currentTarget.title = currentTarget.textContent
}

function FilterChip(props: CountedControlProps) {
  const { filter, value, onChange } = props
  const { label, say } = filter
  const [asked, setAsked] = useState(false)
  const button = (
    <Button
      variant="light"
      color="gray"
      className={classes.open}
      aria-haspopup="dialog"
      onPointerEnter={titledByText}
      onClick={() => setAsked(true)}
    >
      {label}: {say(value)}
    </Button>
  )
  return (
    <div className={classes.chip}>
      {asked ? <FilterPopover meanwhile={button} {...props} target={button} /> : button}
      <CloseButton
        className={classes.clear}
        aria-label={`Togli il filtro ${label}`}
        onClick={(event) => {
          toFirst(event)
          onChange(undefined)
        }}
      />
    </div>
  )
}

interface FilterSheetProps extends FilterBarProps {
  /** Content above the filters, such as the order of the list. */
  children?: ReactNode
}

/** The filters on a phone: one button, and a sheet with all the controls. */
export function FilterSheet({ children, ...props }: FilterSheetProps) {
  const [opened, sheet] = useDisclosure(false)
  const controls = controlsOf(props)
  const used = controls.filter((one) => one.used).length
  const name = controls.length ? 'Filtri' : 'Ordina'
  return (
    <>
      <Button variant="default" leftSection={controls.length ? <IconFilter /> : <IconArrowsSort />} onClick={sheet.open}>
        <span className={classes.word}>{name}</span>
        {used > 0 && ` (${used})`}
      </Button>
      <Sheet title={name} opened={opened} onClose={sheet.close}>
        {children}
        {controls.map(({ used: _, ...one }) => (
          <Stack key={one.of} gap={4}>
            <Text fw={500}>{one.filter.label}</Text>
            <CountedControl {...one} />
          </Stack>
        ))}
        <Group grow mt="sm">
          {used > 0 && (
            <Button variant="default" onClick={() => props.onChange(cleared(props))}>
              Azzera filtri
            </Button>
          )}
          <Button onClick={sheet.close}>Mostra</Button>
        </Group>
      </Sheet>
    </>
  )
}
