import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { priceModes } from '../../contract/stations/stations.ts'
import { notify } from '../../lib/notify.ts'
import { connection } from '../../lib/online.ts'
import { howMany, others } from '../../rules/shared/how-many.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { part } from '../../ui/part.tsx'
import { cellKey, type DraftPrices, isUnchanged, type PriceDraft } from './price-draft.ts'
import classes from './prices.module.css'
import { isBusy, type Preview, publish, readPreview, warningsOf } from './publication.ts'
import { ValidFromField } from './ValidFromField.tsx'
import { validFromInstant } from './valid-from.ts'

const ConfirmPricesDialog = part(() => import('./ConfirmPricesDialog.tsx').then((m) => m.ConfirmPricesDialog))

/** Values to be corrected whose reason is told. */
const SHOWN = 5

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
  const [preview, setPreview] = useState<Preview>()
  const [reading, setReading] = useState(false)
  const all = Object.values(cells)
  if (!all.length) return null
  const good = all.filter(({ price }) => price !== null)
  const bad = all.filter(({ price }) => price === null)
  const stations = new Set(good.map(({ station }) => station.id)).size
  const begins = validFromInstant(from)
  const wrong = 'wrong' in begins ? begins.wrong : undefined
  const at = 'at' in begins ? begins.at : undefined
  const ready = good.length > 0 && !wrong && online
  async function show() {
    setReading(true)
    try {
      const read = await readPreview(draft.cells.get())
      const same = Object.keys(read.cells).filter((key) => isUnchanged(read.cells[key]!))
      if (same.length) {
        draft.put(Object.fromEntries(same.map((key) => [key, undefined])))
        const said = howMany(same.length, 'prezzo scritto è già in vigore: non è', 'prezzi scritti sono già in vigore: non sono')
        notify.info(`${said} più da pubblicare.`)
      }
      const left = Object.entries(read.cells).filter(([key]) => !same.includes(key))
      if (left.some(([, { price }]) => price !== null)) setPreview({ ...read, cells: Object.fromEntries(left) })
    } catch {
      notify.error('I prezzi in vigore non sono arrivati: riprova.')
    } finally {
      setReading(false)
    }
  }
  function send(shown: DraftPrices) {
    setPreview(undefined)
    // Reads the current state instead of the rendered one, so that a double press publishes once and a moment that has passed is none.
    const moment = validFromInstant(draft.from.get())
    if (isBusy(draft.sending.get()) || 'wrong' in moment) return
    onPublish()
    void publish(draft, moment.at, warningsOf(shown).length > 0, shown)
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
        {bad.length > 0 && (
          <Text span c="red" fw={500}>
            {' '}
            · {bad.length} da correggere
          </Text>
        )}
      </Text>
      <Group gap="xs" className={classes.end}>
        <ValidFromField value={from} onChange={draft.setFrom} />
        <Button variant="default" onClick={() => void drop()}>
          Scarta
        </Button>
        <Button disabled={!ready} loading={busy || reading} onClick={() => void show()}>
          Pubblica prezzi
        </Button>
      </Group>
      {bad.slice(0, SHOWN).map((one) => (
        <Text key={cellKey(one)} size="sm" c="red" w="100%">
          {one.station.code}, {one.fuel} {priceModes[one.mode].toLowerCase()}, {one.text}: {one.wrong}
        </Text>
      ))}
      {bad.length > SHOWN && (
        <Text size="sm" c="red" w="100%">
          E {others(bad.length - SHOWN)}.
        </Text>
      )}
      {(wrong || !online) && (
        <Text size="sm" c={wrong ? 'red' : 'dimmed'} w="100%">
          {wrong ?? 'Per pubblicare serve la rete: quello che hai scritto resta su questo dispositivo.'}
        </Text>
      )}
      {preview && (
        <ConfirmPricesDialog {...{ preview, at, ready }} onConfirm={() => send(preview.cells)} onClose={() => setPreview(undefined)} />
      )}
    </Group>
  )
}
