import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payTypes } from '../../../contract/people/pay-words.ts'
import { bytes, day } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { payPeriod } from '../../../rules/people/payslips.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconDownload, IconFile } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { usePayArea } from './pay-area.ts'
import { useOpenDocument } from './use-open-document.ts'

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** The person's own documents, by year: a card each, the newest first. */
export function OwnDocuments() {
  const { kind, calls, none } = usePayArea()
  const { data, isError, refetch } = useQuery(query(calls.list, { mine: true, is_paginated: 0 }))
  const [chosen, setChosen] = useState<number>()
  const open = useOpenDocument()
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  const years = [...new Set(data.data.map(({ year }) => year))]
  if (!years.length) return <EmptyState icon={IconFile} message={none} />
  const year = chosen !== undefined && years.includes(chosen) ? chosen : years[0]!
  const shown = kind === 'cud' ? data.data : data.data.filter((one) => one.year === year)
  return (
    <Stack>
      {kind === 'paghe' && years.length > 1 && (
        <SegmentedControl
          aria-label="Anno"
          value={String(year)}
          onChange={(text) => setChosen(Number(text))}
          data={years.slice(0, 6).map(String)}
        />
      )}
      <Columns min="17rem">
        {shown.map((one) => {
          const period = capital(payPeriod(kind, { ...one, month: one.month ?? null }))
          return (
            <Card key={one.id} withBorder component="article" aria-label={period}>
              {/* The badge goes below a title it does not fit beside. */}
              <Group justify="space-between" gap="xs">
                <Text fw={600}>{period}</Text>
                {one.first_downloaded_at ? (
                  <StatusChip tone="ok" label={`Scaricato il ${day(one.first_downloaded_at)}`} />
                ) : (
                  <StatusChip tone="info" label="Nuovo" />
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {[
                  one.type && one.type !== 'cedolino' && (one.month ?? 0) < 13 ? payTypes[one.type] : '',
                  one.company,
                  `pubblicato il ${day(one.published_at)}`,
                  bytes(one.size),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <Button
                mt="sm"
                variant={one.first_downloaded_at ? 'default' : 'filled'}
                leftSection={<IconDownload />}
                loading={open.isPending && open.variables?.id === one.id}
                aria-label={`Scarica ${period}`}
                onClick={() => open.mutate({ id: one.id })}
              >
                Scarica
              </Button>
            </Card>
          )
        })}
      </Columns>
    </Stack>
  )
}
