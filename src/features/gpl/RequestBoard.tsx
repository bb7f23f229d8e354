import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { type RequestStatus, requestStatuses } from '../../contract/gpl/words.ts'
import type { ListState } from '../../crud/list/list-search.ts'
import { SearchBox } from '../../crud/list/SearchBox.tsx'
import { moves } from '../../crud/list/use-roving.ts'
import { useRows } from '../../crud/list/use-rows.ts'
import { count } from '../../lib/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { applicantOf, courseOf, stationNameOf } from './request.ts'

type List = ListState<typeof gplRequests.list>
const CARDS = 25
const CARD = '[data-card]'
/** ↑ ↓ Home End move within a column, ← → to the card at the same height of the next column that has one. */
function move(event: KeyboardEvent<HTMLElement>) {
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].map((one) => [...one.querySelectorAll<HTMLElement>(CARD)])
  const across = columns.findIndex((cards) => cards.includes(event.target as HTMLElement))
  if (across < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const cards = columns[across]!
  const at = cards.indexOf(event.target as HTMLElement)
  const full = (all: HTMLElement[][]) => all.find((one) => one.length > 0)
  const beside =
    event.key === 'ArrowRight'
      ? full(columns.slice(across + 1))
      : event.key === 'ArrowLeft'
        ? full(columns.slice(0, across).reverse())
        : undefined
  const next = beside ? beside[Math.min(at, beside.length - 1)] : moves[event.key] && cards[moves[event.key]!(at, cards.length - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The newest requests in columns by state. A request changes its state on its page, which asks for what the change needs. */
export function RequestBoard({ list: { search, onSearch }, action }: { list: List; action: ReactNode }) {
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
        <div style={{ marginInlineStart: 'auto' }}>{action}</div>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} component="section" aria-label="Lavagna" onKeyDown={move}>
        {(Object.keys(requestStatuses) as RequestStatus[]).map((status) => (
          <Column key={status} status={status} search={search} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function Column({ status, search }: { status: RequestStatus; search: List['search'] }) {
  const id = useId()
  const { page, phase, error, retry } = useRows(gplRequests.list, {
    ...search,
    page: undefined,
    per_page: CARDS,
    status: [status],
  } as never)
  const more = page ? page.total - page.data.length : 0
  return (
    <section aria-labelledby={id} data-column>
      <Title order={2} size="h3" id={id} mb="xs">
        {requestStatuses[status]}
        {page && ` · ${count(page.total)}`}
      </Title>
      {phase === 'loading' && <LoadingRows rows={3} />}
      {phase === 'error' && <ErrorState message={`Errore nel caricamento. ${error ?? ''}`.trim()} onRetry={retry} />}
      {page && !page.total && <Text c="dimmed">Nessuna richiesta.</Text>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {page?.data.map((row) => (
          <Card key={row.id} component="li" withBorder padding="sm">
            <LinkAnchor to="/richieste-carte-gpl/{-$id}" params={{ id: row.id }} fw={500} data-card>
              {applicantOf(row)}
            </LinkAnchor>
            <Text size="sm">
              {row.number} · {row.plate}
            </Text>
            <Text size="sm" c="dimmed">
              {[stationNameOf(row), courseOf(row) && `corso ${courseOf(row)}`].filter(Boolean).join(' · ')}
            </Text>
          </Card>
        ))}
      </Stack>
      {more > 0 && <Text size="sm" c="dimmed">{`Altre ${count(more)}: si vedono nell’elenco.`}</Text>}
    </section>
  )
}
