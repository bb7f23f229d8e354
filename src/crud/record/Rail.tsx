import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { history } from '../../contract/kernel/history.ts'
import { count, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { changesOf, eventLabels, type ModelHistories } from '../../rules/shared/history-format.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { IN_PLACE } from '../list/list-search.ts'
import classes from './Rail.module.css'
import { namesRecord } from './record-tabs.ts'

/** One block of the side rail. */
export const RailPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} className={classes.title}>
      {title}
    </Title>
    {children}
  </section>
)

/** Labels and values; empty values have no line. */
export const RailFacts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className={classes.facts}>
    {Object.entries(facts).map(
      ([label, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' && (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)

export interface Related {
  label: string
  /** Number of related records, if known here. */
  count?: number
  /** Their page; absent if they have none. */
  link?: LinkProps
}
/** Related records with their counts. */
export const RailRelated = ({ items }: { items: readonly Related[] }) => (
  <ul className={classes.related}>
    {items.map(({ label, count: number, link }) => (
      <li key={label}>
        {link ? <LinkAnchor {...(link as any)}>{label}</LinkAnchor> : label}
        {number !== undefined && <span>{count(number)}</span>}
      </li>
    ))}
  </ul>
)

/** Link to a tab of the current page, or to a tab within it. */
export const tabLink = (scheda: string, parte?: string): LinkProps => ({
  ...{ to: '.', search: ((old: object) => ({ ...namesRecord(old), scheda, parte })) as never, replace: true },
  ...IN_PLACE,
})

/**
 * The last change of the record and a link to its history, for people who may read it.
 * @param rev revision of the record as shown
 */
export function RailHistory({ models, id, rev }: { models: ModelHistories; id: number; rev: number }) {
  const changes = query(history.list, { ...changesOf(models, id), per_page: 5 })
  // Another revision has another last change.
  const { data, isError } = useQuery({ ...changes, queryKey: [...changes.queryKey, rev] })
  const [last] = data?.data ?? []
  return (
    <RailPart title="Ultima modifica">
      <Text size="sm" className={classes.last}>
        {last
          ? `${eventLabels[last.event] ?? last.event} di ${last.user?.name ?? 'Sistema'}, ${dayTime(last.created_at)}`
          : isError
            ? 'Non si è potuta leggere.'
            : data
              ? 'Nessuna registrata.'
              : '…'}
      </Text>
      <LinkAnchor {...(tabLink('storico') as any)} size="sm">
        Storico
      </LinkAnchor>
    </RailPart>
  )
}
