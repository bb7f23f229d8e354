import { Group, Stack, Text, Title } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { count } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import classes from './dashboard.module.css'

interface Reading<T> {
  rows: readonly T[] | undefined
  isError: boolean
  refetch: () => unknown
}
interface ListedProps<T> {
  /** For what leads here from elsewhere on the page. */
  id?: string
  title: string
  reading: Reading<T>
  /** Where all of them are, with how many where that is known. */
  more?: { label: string; link: LinkProps }
  /** Said where there are no rows. */
  none?: string
  /** Said below the rows. */
  after?: ReactNode
  /** The key of a row, what leads to it, and what is said of it. */
  row: (one: T) => { key: string | number; name: ReactNode; told: ReactNode; beside?: ReactNode }
}
/** A few rows of what waits for the person, and the way to all. */
export function Listed<T>({
  id: name,
  title,
  reading: { rows, isError, refetch },
  more,
  none = 'Niente da segnalare oggi.',
  after,
  row,
}: ListedProps<T>) {
  const id = useId()
  return (
    <section id={name} aria-labelledby={id} className={classes.listed}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {more && <LinkAnchor {...(more.link as { to: '/' })}>{more.label}</LinkAnchor>}
      </Group>
      {isError ? (
        <ErrorState message={`${title}: dato non disponibile.`} onRetry={() => void refetch()} />
      ) : !rows ? (
        <LoadingRows />
      ) : rows.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {rows.map(row).map(({ key, name, told, beside }) => (
            <Group key={key} component="li" justify="space-between" wrap="nowrap" align="flex-start">
              <div style={{ minWidth: 0 }}>
                {name}
                <Text size="sm" c="dimmed" component="div">
                  {told}
                </Text>
              </div>
              {beside}
            </Group>
          ))}
        </Stack>
      )}
      {rows && after && (
        <Text size="sm" c="dimmed" mt="xs">
          {after}
        </Text>
      )}
    </section>
  )
}
/** "Tutte (12)" */
export const allOf = (word: string, total: number | undefined) => (total === undefined ? word : `${word} (${count(total)})`)
