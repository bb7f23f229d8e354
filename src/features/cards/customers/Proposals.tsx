import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customers } from '../../../contract/cards/customers.ts'
import { type Distinction, type Duplicate, duplicateReasons, duplicates } from '../../../contract/cards/duplicates.ts'
import { type HintOf, ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { count, day } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconUsers } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'

export type Pair = { target: number; source: number }

/** Customers that may be the same, and those of whom somebody has said that they are not. */
export function Proposals({ onPair }: { onPair: (pair: Pair) => void }) {
  const { data, isError, refetch } = useQuery({ ...query(duplicates.list, {}), staleTime: 0 })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return (
    <Stack>
      {!data.length && <EmptyState icon={IconUsers} message="Nessun possibile duplicato." />}
      {data.map((group) => (
        <Proposal key={`${group.reason}-${group.value}`} group={group} onPair={onPair} />
      ))}
      <Chosen onPair={onPair} />
      <Distinctions />
    </Stack>
  )
}

const say = ({ code, name }: HintOf<typeof customers.suggest>) => `${code} ${name}`
interface ChoiceProps {
  label: string
  value: number | null
  onChange: (id: number | null) => void
  error?: string | false
}
const Choice = (props: ChoiceProps) => <ResourceSelect flex="1 1 14rem" source={customers.suggest} say={say} {...props} />
/** Two customers that nothing proposes, but that somebody knows to be one. */
function Chosen({ onPair }: { onPair: (pair: Pair) => void }) {
  const [target, setTarget] = useState<number | null>(null)
  const [source, setSource] = useState<number | null>(null)
  const same = target !== null && target === source
  return (
    <section aria-label="Altri due clienti">
      <Text fw={500}>Altri due clienti</Text>
      <Group align="flex-start" gap="xs">
        <Choice label="Cliente che resta" value={target} onChange={setTarget} />
        <Choice label="Cliente da unire" value={source} onChange={setSource} error={same && 'È lo stesso cliente.'} />
        <Button
          variant="default"
          mt={{ base: 0, sm: '1.55rem' }}
          disabled={target === null || source === null || same}
          onClick={() => onPair({ target: target!, source: source! })}
        >
          Confronta
        </Button>
      </Group>
    </section>
  )
}

/** Each with its codes, because these tell two people of one name apart. */
function Member({ id, code, name, city, fiscalCode, piva, cards_count }: Duplicate['customers'][number]) {
  const cards = cards_count === 1 ? '1 tessera' : `${count(cards_count)} tessere`
  return (
    <LinkAnchor to="/carte/clienti/{-$id}" params={{ id }} target="_blank">
      {code} {name}, {city} ({cards}
      {fiscalCode && `, CF ${fiscalCode}`}
      {piva && piva !== fiscalCode && `, P.IVA ${piva}`})
    </LinkAnchor>
  )
}

function Proposal({ group: { reason, value, ids, customers: members }, onPair }: { group: Duplicate; onPair: (pair: Pair) => void }) {
  const [first, ...others] = members
  const { mutate, isPending } = useSend(duplicates.distinguish)
  const more = ids.length - members.length
  return (
    <section>
      <Group justify="space-between" gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {duplicateReasons[reason]}: {value}
        </Text>
        <Button variant="subtle" size="xs" loading={isPending} onClick={() => mutate({ ids })} aria-label={`Non sono duplicati: ${value}`}>
          Non sono duplicati
        </Button>
      </Group>
      {members.map((member) => (
        <Group key={member.id} justify="space-between" gap="xs" wrap="nowrap">
          <Member {...member} />
          {others.includes(member) && (
            <Button
              variant="default"
              size="xs"
              flex="none"
              onClick={() => onPair({ target: first!.id, source: member.id })}
              aria-label={`Confronta ${member.code} con ${first!.code}`}
            >
              Confronta
            </Button>
          )}
        </Group>
      ))}
      {more > 0 && <Text c="dimmed">{more === 1 ? 'e un altro' : `e altri ${count(more)}`}</Text>}
    </section>
  )
}

/** The way back from "Non sono duplicati". */
function Distinctions() {
  const { data } = useQuery({ ...query(duplicates.distinctions, {}), staleTime: 0 })
  if (!data?.length) return null
  return (
    <section>
      <Text fw={500}>Segnati come clienti diversi</Text>
      {data.map((one) => (
        <Apart key={one.id} {...one} />
      ))}
    </section>
  )
}
function Apart({ id, at, author, customers: members }: Distinction) {
  const { mutate, isPending } = useSend(duplicates.forget)
  const names = members.map(({ code, name }) => `${code} ${name}`).join(', ')
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm">
        {names} ({[author, `il ${day(at)}`].filter(Boolean).join(', ')})
      </Text>
      <Button
        variant="subtle"
        size="xs"
        flex="none"
        loading={isPending}
        onClick={() => mutate({ id })}
        aria-label={`Proponi di nuovo: ${names}`}
      >
        Proponi di nuovo
      </Button>
    </Group>
  )
}
