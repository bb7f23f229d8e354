import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { IconGripVertical } from './icons.tsx'
import classes from './SortableList.module.css'

interface Item {
  key: string
}
interface SortableListProps<T extends Item> {
  label: string
  items: readonly T[]
  nameOf: (item: T) => string
  onMove: (from: number, to: number) => void
  /** One SortableItem per item. */
  children: (item: T, at: number) => ReactNode
}
const instructions = {
  draggable: 'Per spostare premere Spazio, usare le frecce su e giù, poi ancora Spazio per posare. Esc annulla.',
}
/** A movement of a few pixels still counts as a click. */
const CLICK_PX = 6

/** A list reordered by mouse, touch or keyboard. */
export function SortableList<T extends Item>({ label, items, nameOf, onMove, children }: SortableListProps<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: CLICK_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const at = (id: UniqueIdentifier) => items.findIndex((item) => item.key === id)
  const name = (id: UniqueIdentifier) => {
    const item = items[at(id)]
    return item ? nameOf(item) : ''
  }
  const placed = (id: UniqueIdentifier) => `posizione ${at(id) + 1} di ${items.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active.id)} sollevato, ${placed(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} in ${placed(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} posato in ${placed(over.id)}.` : `${name(active.id)} è tornato al suo posto.`,
    onDragCancel: ({ active }) => `Spostamento annullato: ${name(active.id)} è tornato al suo posto.`,
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(at(active.id), at(over.id))
  }
  const order = items.map((item) => item.key).join()
  // The same array for the same order, so that unchanged rows are not redrawn.
  const ids = useMemo(() => (order ? order.split(',') : []), [order])
  // An element that moves in the DOM loses the focus: the pressed button gets it back.
  const held = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the order has changed
  useLayoutEffect(() => {
    if (document.activeElement === document.body && held.current?.isConnected) held.current.focus()
  }, [order])
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol
          className={classes.list}
          aria-label={label}
          onFocus={({ target }) => {
            held.current = target
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget) held.current = null
          }}
        >
          {items.map(children)}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

interface SortableItemProps {
  id: string
  /** For screen readers. */
  name: string
  /** Renders the item with its drag handle. */
  children: (handle: ReactNode) => ReactNode
}
export function SortableItem({ id, name, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'elemento da ordinare' },
  })
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      className={classes.handle}
      // Esc puts the row back without closing the dialog around it.
      data-mantine-stop-propagation={isDragging || undefined}
      variant="subtle"
      color="gray"
      aria-label={`Sposta ${name}`}
    >
      <IconGripVertical />
    </ActionIcon>
  )
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  )
}
