import { Alert, Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { RATING_SCORES } from '../../contract/tickets/words.ts'
import { query, useSend } from '../../lib/query.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { RATING_CHANGE_DAYS } from '../../rules/tickets/states.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'

interface RatingProps {
  token: string
  /** The answer that was pressed in the mail. It is chosen, not sent: programs that look at mails open their links too. */
  given: number | undefined
}
/** The rating asked for in the mail about the closing. Nobody has to sign in. */
export function Rating({ token, given }: RatingProps) {
  const { data, error, refetch } = useQuery({ ...query(tickets.rating, { token }, true), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Page title="Com’è andata?">
      <Stack maw="40rem">
        {data ? (
          <Vote token={token} question={data} given={given ?? data.score ?? undefined} />
        ) : error?.status === 0 ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : error ? (
          <Alert color="amber">{error.message}</Alert>
        ) : (
          <LoadingRows rows={2} />
        )}
      </Stack>
    </Page>
  )
}

interface VoteProps extends RatingProps {
  question: Output<typeof tickets.rating>
}
function Vote({ token, question, given }: VoteProps) {
  const { mutate: rate, reset, isSuccess, isPending, error, variables } = useSend(tickets.rate)
  const [score, setScore] = useState(given === undefined ? '' : String(given))
  const [note, setNote] = useState(question.note ?? '')
  if (isSuccess)
    return (
      <>
        <Alert color="green" role="status">
          Grazie per la valutazione: {RATING_SCORES[variables.score]?.toLowerCase()} soddisfatto.
        </Alert>
        <Text>Il voto si può cambiare per {RATING_CHANGE_DAYS} giorni, dallo stesso collegamento.</Text>
        <Button variant="default" onClick={reset}>
          Cambia il voto
        </Button>
      </>
    )
  return (
    <>
      <Text>
        Ticket {numberOf(question)}: {question.subject}.
      </Text>
      {question.score !== null && (
        <Text>Hai già risposto: {RATING_SCORES[question.score]?.toLowerCase()} soddisfatto. Puoi cambiare il voto.</Text>
      )}
      <Radio.Group label="Quanto sei soddisfatto della soluzione?" value={score} onChange={setScore}>
        <Stack gap="xs" mt="xs">
          {Object.entries(RATING_SCORES)
            .toReversed()
            .map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
        </Stack>
      </Radio.Group>
      <Textarea label="Commento" rows={3} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
      {error && (
        <Alert color="amber" role="alert">
          {error.message}
        </Alert>
      )}
      <Button disabled={!score} loading={isPending} onClick={() => rate({ token, score: Number(score), note: note || null })}>
        Invia la valutazione
      </Button>
    </>
  )
}
