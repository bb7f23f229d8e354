import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { tickets } from '../../contract/tickets/tickets.ts'
import { query, useSend } from '../../lib/query.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'

const SCORE_LABELS = ['Per niente', 'Poco', 'Abbastanza', 'Molto', 'Del tutto']
/** The rating asked for by mail after closing. The link in the mail carries the score, and nobody has to sign in. */
export function Rating({ token, given }: { token: string; given: number | undefined }) {
  const { mutate: rate, isSuccess, isPending, error: refused, variables } = useSend(tickets.rate)
  const { data, error, refetch } = useQuery({
    ...query(tickets.rating, { token }, true),
    enabled: !isSuccess,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sent = useRef(false)
  useEffect(() => {
    if (!data || given === undefined || sent.current) return
    sent.current = true
    rate({ token, score: given })
  }, [data, given, rate, token])
  return (
    <Page title="Com’è andata?">
      <Stack maw="40rem">
        {isSuccess ? (
          <Alert color="green" role="status">
            Grazie per la valutazione: {SCORE_LABELS[variables.score - 1]?.toLowerCase()} soddisfatto.
          </Alert>
        ) : error || refused ? (
          (error ?? refused)!.status === 0 ? (
            <ErrorState
              message={(error ?? refused)!.message}
              onRetry={() => (data ? rate({ token, score: variables?.score ?? given! }) : void refetch())}
            />
          ) : (
            <Alert color="amber">{(error ?? refused)!.message}</Alert>
          )
        ) : data && !isPending ? (
          <>
            <Text>
              Ticket {numberOf(data)}: {data.subject}. Quanto sei soddisfatto della soluzione?
            </Text>
            <Group>
              {SCORE_LABELS.map((word, at) => (
                <Button key={word} variant="default" onClick={() => rate({ token, score: at + 1 })}>
                  {word}
                </Button>
              ))}
            </Group>
          </>
        ) : (
          <LoadingRows rows={2} />
        )}
      </Stack>
    </Page>
  )
}
