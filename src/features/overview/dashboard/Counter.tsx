import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { use } from 'react'
import type { Endpoint, Input, Named } from '../../../contract/kernel/endpoint.ts'
import { count, dayTime } from '../../../lib/format.ts'
import { ageOf, isUnread, query } from '../../../lib/query.ts'
import { Away, useLacking } from '../../../ui/away.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import classes from './dashboard.module.css'

type Counters = Endpoint & Named & { method: 'GET'; acts?: never }
interface CounterProps<N extends string> {
  source: Counters
  input?: Input<Counters>
  /** The figures of the answer, where they are not the answer. */
  figures?: (answer: unknown) => unknown
  /** Italian name of each figure. */
  names: Record<N, string>
  /** Where what a figure counts is; false where the person may not go. */
  links?: Partial<Record<N, LinkProps | false>>
  /** The colour of those that wait for the person, while there are any. */
  due?: Partial<Record<N, 'amber' | 'red' | undefined>>
}

/** The figures of one counters call, each a card; what could not be had says so, and is never a zero. */
export function Counter<N extends string>({ source, input = {}, figures: of, names, links, due }: CounterProps<N>) {
  const away = use(Away)
  const read = useQuery(query(source, input))
  const { data, dataUpdatedAt, isPending, refetch } = read
  const figures = (data && of ? of(data) : data) as Record<N, number> | undefined
  const unread = isUnread(read)
  const at = ageOf({ data, dataUpdatedAt, isError: !!away })
  // Without a network the page says once that it is not complete.
  useLacking(unread, true)
  if (unread && !away)
    return <ErrorState message={`${Object.values(names).join(', ')}: dato non disponibile.`} onRetry={() => void refetch()} />
  return (Object.keys(names) as N[]).map((name) => {
    const card = (
      <Card withBorder padding="sm" h="100%" key={name}>
        <Text size="sm" c="dimmed">
          {names[name]}
        </Text>
        {isPending && !away ? (
          <div className="skeleton" style={{ height: 28, width: 48, margin: 0 }} />
        ) : (
          <Text size="xl" fw={600} {...(figures && figures[name] > 0 && { c: due?.[name] })}>
            {figures ? count(figures[name]) : '–'}
          </Text>
        )}
        {figures && at && (
          <Text size="xs" c="dimmed">
            dati del {dayTime(at)}
          </Text>
        )}
      </Card>
    )
    const to = links?.[name]
    return to ? (
      <Link key={name} {...to} className={classes.card}>
        {card}
      </Link>
    ) : (
      card
    )
  })
}
