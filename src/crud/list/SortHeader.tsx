import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { PointerEvent } from 'react'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../../ui/icons.tsx'
import type { Column } from './columns.ts'
import type { SortStep } from './list-search.ts'
import classes from './RowTable.module.css'

interface SortHeaderProps {
  column: Column<never>
  sort: readonly SortStep[]
  /** `add`: keep the other columns (Shift). */
  onSort: (field: string, add: boolean) => void
  /** The edge is dragged; by keyboard the widths are changed in the column dialog. */
  onEdge?: ((event: PointerEvent<HTMLElement>) => void) | undefined
}

/**
 * A heading; a sortable one is a button. ARIA allows `aria-sort` on one column only, so the first sorted column has it and the others
 * announce their rank.
 */
export function SortHeader({ column: { heading, sort: field, numeric }, sort, onSort, onEdge }: SortHeaderProps) {
  const turn = sort.findIndex((step) => step.field === field)
  const step = sort[turn]
  const Arrow = !step ? IconArrowsSort : step.descending ? IconArrowDown : IconArrowUp
  const direction = step?.descending ? 'descending' : 'ascending'
  const edge = onEdge && <span className={classes.edge} data-edge aria-hidden onPointerDown={onEdge} />
  if (!field)
    return (
      <th scope="col" data-column={heading} data-numeric={numeric}>
        {heading}
        {edge}
      </th>
    )
  return (
    <th scope="col" data-column={heading} data-numeric={numeric} aria-sort={turn === 0 ? direction : turn < 0 ? 'none' : undefined}>
      <UnstyledButton
        className={classes.sort}
        data-sorted={!!step}
        title="Maiusc+clic per ordinare su più colonne"
        onClick={(event) => onSort(field, event.shiftKey)}
      >
        <span className={classes.heading}>{heading}</span>
        <Arrow size={14} />
        {sort.length > 1 && step && (
          <span className={classes.turn}>
            <VisuallyHidden>ordine </VisuallyHidden>
            {turn + 1}
            {turn > 0 && <VisuallyHidden>{step.descending ? ' decrescente' : ' crescente'}</VisuallyHidden>}
          </span>
        )}
      </UnstyledButton>
      {edge}
    </th>
  )
}
