import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconX } from '../../ui/icons.tsx'
import type { PriceDraft } from './price-draft.ts'
import classes from './prices.module.css'
import { isRetried, resumeSending, retryFailed, takeBack } from './publication.ts'

const count = (n: number, one: string, many: string) => (n === 1 ? `un ${one}` : `${n} ${many}`)

/** Progress of a publication, the refused stations with the reason, and a button to retry them. */
export function SendingList({ draft }: { draft: PriceDraft }) {
  const all = draft.sending.use()
  const client = useQueryClient()
  const confirm = useConfirm()
  const [taking, setTaking] = useState(false)
  const online = connection.use() === 'online'
  const of = (state: string) => all.filter((one) => one.state === state)
  const [done, failed, waiting, moving] = [of('done'), of('failed'), of('waiting'), of('sending').length > 0]
  const over = !waiting.length && !moving
  useEffect(() => {
    if (all.length && over) for (const resource of ['prices', 'stations']) void client.invalidateQueries({ queryKey: [resource] })
  }, [all.length, over, client])
  const seen = useRef(false)
  useEffect(() => {
    seen.current = over && !taking && all.length > 0 && !failed.length
  })
  // A publication without faults was seen once the person has left the page, not when the next one begins.
  useEffect(
    () => () => {
      if (seen.current) draft.setSending([])
    },
    [draft],
  )
  const begins = all[0]?.body.prices[0]?.valid_from
  const refetch = () => {
    for (const resource of ['prices', 'stations']) void client.invalidateQueries({ queryKey: [resource] })
  }
  async function undo() {
    const planned = begins && begins > new Date().toISOString()
    const then = planned ? 'I prezzi programmati non entrano in vigore' : 'Tornano i prezzi di prima'
    const message = `${then} e chi gestisce i punti vendita ne è avvisato. I valori pubblicati tornano nella bozza.`
    const question = { title: 'Annulla la pubblicazione', message, confirm: 'Annulla la pubblicazione', danger: true }
    if (!(await confirm(question))) return
    setTaking(true)
    await takeBack(draft).finally(() => setTaking(false))
    refetch()
  }
  if (!all.length) return null
  const interrupted = waiting.length > 0 && !moving
  const again = all.filter(isRetried).length
  const told = done.filter(({ message }) => message)
  return (
    <Stack gap="xs" role="group" aria-label="Pubblicazione" className={classes.sending}>
      <Group gap="sm">
        <Text role="status" fw={500}>
          {over || interrupted
            ? `${begins ? `Programmati dal ${dayTime(begins)}` : 'Pubblicati'} i prezzi di ${count(done.length, 'punto vendita', 'punti vendita')}${done.length < all.length ? ` su ${all.length}` : ''}.`
            : `Pubblicazione: ${done.length + failed.length} di ${all.length}…`}
          {interrupted && ' La pubblicazione si è interrotta.'}
        </Text>
        {moving && (
          <Progress flex="1 1 8rem" maw="16rem" value={((done.length + failed.length) / all.length) * 100} aria-label="Avanzamento" />
        )}
        <Group gap="xs" className={classes.end}>
          {interrupted && (
            <Button variant="default" disabled={!online} onClick={() => void resumeSending(draft)}>
              Riprendi
            </Button>
          )}
          {over && again > 0 && (
            <Button variant="default" disabled={!online} onClick={() => void retryFailed(draft)}>
              Riprova {count(again, 'punto vendita', 'punti vendita')}
            </Button>
          )}
          {over && done.some(({ made }) => made?.length) && (
            <Button variant="default" disabled={!online} loading={taking} onClick={() => void undo()}>
              Annulla la pubblicazione
            </Button>
          )}
          {!moving && (
            <ActionIcon variant="subtle" size="input-sm" aria-label="Chiudi" onClick={() => draft.setSending([])}>
              <IconX size={18} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {[...failed, ...told].map(({ key, station, message, state }) => (
        <Text key={key} size="sm" c={state === 'failed' ? 'red' : undefined}>
          {station.code} {station.name}: {message}
        </Text>
      ))}
    </Stack>
  )
}
