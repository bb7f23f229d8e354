import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core'
import { cloneElement, type DragEvent, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconMinus, IconPlus } from '../../ui/icons.tsx'
import { type Opener, useFirstOpening } from '../../ui/use-first-opening.ts'
import classes from './ColumnChooser.module.css'
import { clampWidth, type Density, inOrder, type Layout } from './list-layout.ts'

export interface ChooserProps {
  /** All columns in the page's order; the one that names the row is always shown. */
  columns: readonly { heading: string; title?: boolean }[]
  name: string
  layout: Layout
  /** Columns not shown, by choice or for lack of room. */
  hidden: readonly string[]
  onLayout: (next: Layout) => void
  /** The current widths of the columns. */
  measure: () => Record<string, number>
  target: Opener
}
const STEP = 16
const densities: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compatta' },
  { value: 'normal', label: 'Normale' },
  { value: 'wide', label: 'Ampia' },
]

/** The layout after a shown column is hidden, or the other way round. */
function toggled(layout: ChooserProps['layout'], heading: string, shown: boolean) {
  const without = (list: readonly string[] = []) => list.filter((one) => one !== heading)
  const [away, kept] = [without(layout.hidden), without(layout.shown)]
  return { ...layout, hidden: shown ? [...away, heading] : away, shown: shown ? kept : [...kept, heading] }
}

/** Undefined where a column cannot become narrower or wider. */
function widthAfter(width: number | undefined, by: number) {
  const wanted = width === undefined ? undefined : clampWidth(width + by)
  return wanted === width ? undefined : wanted
}
interface StepProps {
  label: string
  Shape: typeof IconMinus
  act: () => void
  off: boolean
}
/** Not `disabled`: the focus would be lost at the last step. */
const Step = ({ label, Shape, act, off }: StepProps) => (
  <ActionIcon variant="subtle" aria-label={label} aria-disabled={off} data-disabled={off || undefined} onClick={off ? undefined : act}>
    <Shape size={16} />
  </ActionIcon>
)

/** Arranges the columns of a list: shown or hidden, moved by dragging or buttons, narrower or wider. Changes show at once. */
export function ColumnChooser({ columns, name, layout, hidden, onLayout, measure, target }: ChooserProps) {
  const { button, opened, setOpened } = useFirstOpening()
  const [said, say] = useState('')
  const [dragged, setDragged] = useState<string>()
  const headings = inOrder(columns, layout.order).map(({ heading }) => heading)
  const move = (heading: string, to: number) => {
    if (to < 0 || to >= headings.length) return
    const order = headings.filter((one) => one !== heading)
    order.splice(to, 0, heading)
    onLayout({ ...layout, order })
    say(`${heading}: posizione ${to + 1} di ${headings.length}`)
  }
  // An empty list has no columns to measure.
  const widths = opened ? { ...layout.widths, ...measure() } : {}
  const resize = (heading: string, by: number) => {
    const wanted = widthAfter(widths[heading], by)!
    onLayout({ ...layout, widths: { ...widths, [heading]: wanted } })
    say(`${heading}: larga ${wanted} pixel`)
  }
  const toggle = (heading: string, shown: boolean) => onLayout(toggled(layout, heading, shown))
  const over = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (dragged && headings[to] !== dragged) move(dragged, to)
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal opened={opened} onChange={setOpened}>
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <SegmentedControl
            aria-label="Altezza delle righe"
            data={densities}
            value={layout.density ?? 'normal'}
            onChange={(density) => onLayout({ ...layout, density: density as Density })}
          />
          <ul className={classes.list}>
            {headings.map((heading, at) => {
              const shown = !hidden.includes(heading)
              const buttons = [
                { label: `Sposta ${heading} prima`, Shape: IconArrowUp, act: () => move(heading, at - 1), off: at === 0 },
                {
                  label: `Sposta ${heading} dopo`,
                  Shape: IconArrowDown,
                  act: () => move(heading, at + 1),
                  off: at === headings.length - 1,
                },
                {
                  label: `Restringi ${heading}`,
                  Shape: IconMinus,
                  act: () => resize(heading, -STEP),
                  off: !shown || !widthAfter(widths[heading], -STEP),
                },
                {
                  label: `Allarga ${heading}`,
                  Shape: IconPlus,
                  act: () => resize(heading, STEP),
                  off: !shown || !widthAfter(widths[heading], STEP),
                },
              ]
              return (
                <li
                  key={heading}
                  className={classes.column}
                  draggable
                  data-dragged={dragged === heading}
                  onDragStart={() => setDragged(heading)}
                  onDragOver={(event) => over(event, at)}
                  onDragEnd={() => setDragged(undefined)}
                >
                  <span className={classes.grip}>
                    <IconGripVertical size={16} />
                  </span>
                  <Checkbox
                    className={classes.name}
                    label={heading}
                    checked={shown}
                    disabled={heading === name}
                    onChange={() => toggle(heading, shown)}
                  />
                  {buttons.map((one) => (
                    <Step key={one.label} {...one} />
                  ))}
                </li>
              )
            })}
          </ul>
          <Group justify="flex-end">
            <Button variant="subtle" disabled={!Object.keys(layout).length} onClick={() => onLayout({})}>
              Ripristina
            </Button>
          </Group>
          <VisuallyHidden role="status">{said}</VisuallyHidden>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
