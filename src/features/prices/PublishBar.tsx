import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { connection } from '../../lib/online.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { part } from '../../ui/part.tsx'
import type { PriceDraft } from './price-draft.ts'
import classes from './prices.module.css'
import { isBusy, publish, warningsOf } from './publication.ts'
import { ValidFromField } from './ValidFromField.tsx'
import { validFromInstant } from './valid-from.ts'

const ConfirmPricesDialog = part(() => import('./ConfirmPricesDialog.tsx').then((m) => m.ConfirmPricesDialog))

interface PublishBarProps {
  draft: PriceDraft
  /** Called as the publication begins, when the button that had the focus goes. */
  onPublish: () => void
}
/** The unpublished draft: how many prices, when they come into force, and the button that shows them and then publishes. */
export function PublishBar({ draft, onPublish }: PublishBarProps) {
  const cells = draft.cells.use()
  const from = draft.from.use()
  const busy = isBusy(draft.sending.use())
  const online = connection.use() === 'online'
  const confirm = useConfirm()
  const [asking, setAsking] = useState(false)
  const all = Object.values(cells)
  if (!all.length) return null
  const good = all.filter(({ price }) => price !== null)
  const bad = all.length - good.length
  const stations = new Set(good.map(({ station }) => station.id)).size
  const begins = validFromInstant(from)
  const wrong = 'wrong' in begins ? begins.wrong : undefined
  const at = 'at' in begins ? begins.at : undefined
  const ready = good.length > 0 && !wrong && online
  function send() {
    setAsking(false)
    // Reads the current state instead of the rendered one, so that a double press publishes once and a moment that has passed is none.
    const moment = validFromInstant(draft.from.get())
    if (isBusy(draft.sending.get()) || 'wrong' in moment) return
    onPublish()
    void publish(draft, moment.at, warningsOf(draft.cells.get()).length > 0)
  }
  async function drop() {
    const message = `I prezzi scritti e non pubblicati (${all.length}) vanno persi.`
    if (await confirm({ title: 'Scarta la bozza', message, confirm: 'Scarta', danger: true }))
      draft.put(Object.fromEntries(Object.keys(cells).map((key) => [key, undefined])))
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
        <ValidFromField value={from} onChange={draft.setFrom} />
        <Button variant="default" onClick={() => void drop()}>
          Scarta
        </Button>
        <Button disabled={!ready} loading={busy} onClick={() => setAsking(true)}>
          Pubblica prezzi
        </Button>
      </Group>
      {(wrong || !online) && (
        <Text size="sm" c={wrong ? 'red' : 'dimmed'} w="100%">
          {wrong ?? 'Per pubblicare serve la rete: quello che hai scritto resta su questo dispositivo.'}
        </Text>
      )}
      {asking && <ConfirmPricesDialog {...{ cells, at, ready }} onConfirm={send} onClose={() => setAsking(false)} />}
    </Group>
  )
}
