import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import type { Page } from '../../contract/kernel/endpoint.ts'
import { count } from '../../lib/format.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { PAGE_SIZES } from './list-search.ts'
import classes from './Pager.module.css'
import { totalOf } from './use-rows.ts'

interface PagerProps {
  page: Page<unknown>
  /** The order of the rows in words, if no header shows it. */
  order?: string | undefined
  onPage: (page: number) => void
  /** Left out where the size of a page is not the person's. */
  onPageSize?: (size: number) => void
}
const names = { first: 'Prima pagina', previous: 'Pagina precedente', next: 'Pagina successiva', last: 'Ultima pagina' }

/** `1–15 di 41`; `1–15 di 10.000+` for a list that is not counted to its end. */
export const rangeOf = ({ current_page, per_page, data, ...counted }: Page<unknown>) => {
  const first = (current_page - 1) * per_page + 1
  return `${count(first)}–${count(first + data.length - 1)} di ${totalOf(counted)}`
}

/** The footer of a list: position, page buttons, rows per page. */
export function Pager({ page, order, onPage, onPageSize }: PagerProps) {
  const phone = usePhone()
  return (
    <Group component="nav" aria-label="Pagine" justify="space-between" gap="sm">
      <Text>
        {rangeOf(page)}
        {order && (
          <Text span inherit c="dimmed">
            {' · '}
            {order}
          </Text>
        )}
      </Text>
      {page.last_page > 1 && (
        <Pagination
          className={classes.pages}
          value={page.current_page}
          total={page.last_page}
          onChange={onPage}
          withPages={!phone}
          getItemProps={(number) => ({ 'aria-label': `Pagina ${count(number)}` })}
          getControlProps={(control) => ({ 'aria-label': names[control] })}
        />
      )}
      {onPageSize && page.total > PAGE_SIZES[0]! && (
        <NativeSelect
          aria-label="Righe per pagina"
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per pagina` }))}
          value={page.per_page}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
      )}
    </Group>
  )
}
