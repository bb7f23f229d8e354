import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { connection } from '../../lib/online.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { part } from '../../ui/part.tsx'
import { FromField } from './FromField.tsx'
import { instantOf } from './from.ts'
import classes from './prices.module.css'
import { guardsOf, isBusy, publish } from './publication.ts'
import type { TypedPrices } from './typed.ts'

const GuardDialog = part(() => import('./GuardDialog.tsx').then((m) => m.GuardDialog))

/** What is typed and not published: how much, from when on it is to hold, and the one button that publishes it. */
export function PublishBar({ typed }: { typed: TypedPrices }) {
  const cells = typed.cells.use()
  const from = typed.from.use()
  const busy = isBusy(typed.sending.use())
  const online = connection.use() === 'online'
  const confirm = useConfirm()
  const [asking, setAsking] = useState(false)
  const all = Object.values(cells)
  if (!all.length) return null
  const good = all.filter(({ price }) => price !== null)
  const bad = all.length - good.length
  const stations = new Set(good.map(({ station }) => station.id)).size
  const begins = instantOf(from)
  const wrong = 'wrong' in begins ? begins.wrong : undefined
  const at = 'at' in begins ? begins.at : undefined
  const guards = asking ? guardsOf(cells) : []
  function ask(confirmed: boolean) {
    // As it is now, not as it was drawn: pressed twice, it is published once.
    if (isBusy(typed.sending.get())) return
    if (!confirmed && guardsOf(typed.cells.get()).length) return setAsking(true)
    setAsking(false)
    void publish(typed, at, confirmed)
  }
  async function drop() {
    const message = `I prezzi scritti e non pubblicati (${all.length}) vanno persi.`
    if (await confirm({ title: 'Scarta la bozza', message, confirm: 'Scarta', danger: true }))
      typed.put(Object.fromEntries(Object.keys(cells).map((key) => [key, undefined])))
  }
  return (
    <Group gap="xs" role="group" aria-label="Prezzi da pubblicare" className={classes.publish}>
      <Text role="status" fw={500}>
        {good.length === 1 ? 'Un prezzo' : `${good.length} prezzi`} da pubblicare{stations > 1 && ` in ${stations} punti vendita`}
        {bad > 0 && (
          <Text span c="red" fw={500}>
            {' '}
            · {bad} da correggere
          </Text>
        )}
      </Text>
      <Group gap="xs" className={classes.end}>
        <FromField value={from} onChange={typed.setFrom} />
        <Button variant="default" onClick={() => void drop()}>
          Scarta
        </Button>
        <Button disabled={!good.length || !!wrong || !online} loading={busy} onClick={() => ask(false)}>
          Pubblica prezzi
        </Button>
      </Group>
      {(wrong || !online) && (
        <Text size="sm" c={wrong ? 'red' : 'dimmed'} w="100%">
          {wrong ?? 'Per pubblicare serve la rete: quello che hai scritto resta su questo dispositivo.'}
        </Text>
      )}
      {asking && <GuardDialog guards={guards} onConfirm={() => ask(true)} onClose={() => setAsking(false)} />}
    </Group>
  )
}
