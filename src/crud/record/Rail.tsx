import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { history } from '../../contract/kernel/history.ts'
import { count, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { eventWords } from '../../rules/shared/history-words.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { IN_PLACE } from '../list/list-search.ts'
import classes from './Rail.module.css'

/** One block of what stands beside a record. */
export const RailPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} className={classes.title}>
      {title}
    </Title>
    {children}
  </section>
)

/** Who, when, how many: by label; what is null or undefined has no line. */
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
  /** How many; left out where that is not known here. */
  count?: number
  /** Where they are; without it they have no page yet. */
  link?: LinkProps
}
/** What belongs to the record, and how much of it there is. */
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

/** The way to a tab of this very page, or to a tab within it. */
export const tabLink = (scheda: string, parte?: string): LinkProps => ({
  ...{ to: '.', search: { scheda, parte } as never, replace: true },
  ...IN_PLACE,
})

/** Who changed the record last, and the way to all that was changed; for who may read that. `rev` is that of the record as it is shown. */
export function RailHistory({ model, id, rev }: { model: string; id: number; rev: number }) {
  const changes = query(history.list, { model: [model], model_id: [id], per_page: 5 })
  // Of another revision there is another last change.
  const { data, isError } = useQuery({ ...changes, queryKey: [...changes.queryKey, rev] })
  const [last] = data?.data ?? []
  return (
    <RailPart title="Ultima modifica">
      <Text size="sm" className={classes.last}>
        {last
          ? `${eventWords[last.event] ?? last.event} di ${last.user?.name ?? 'Sistema'}, ${dayTime(last.created_at)}`
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
