import { useSyncExternalStore } from 'react'
import type { PriceCell as CurrentPrice } from '../../contract/prices/prices.ts'
import { dayTime } from '../../lib/format.ts'
import { confirmationReason, SELF_DEARER, thousandths } from '../../rules/prices/price-checks.ts'
import { isPaste, shiftIn } from '../../ui/automatic-decimals.ts'
import { IconClock, IconExclamationCircle } from '../../ui/icons.tsx'
import type { PriceDraft } from './price-draft.ts'
import classes from './prices.module.css'

// Shared, because creating a formatter takes longer than the rest of a cell.
const three = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const NO_PRICE = '0,000'
export const figure = (price: number) => three.format(price)
/** Difference from the price in force: `+0,010`. */
export function difference(price: number, now: number | null): string {
  if (now === null) return 'nuovo'
  const away = thousandths(price) - thousandths(now)
  return `${away > 0 ? '+' : away < 0 ? '−' : '±'}${figure(Math.abs(away) / 1_000)}`
}

interface PriceCellProps {
  known: CurrentPrice
  at: string
  editable: boolean
  /** 'Benzina self, PV001' */
  label: string
  draft: PriceDraft
  onCommit: (text: string) => void
}
/** A price of the grid: the one in force, or the draft price with its difference. A click, F2 or a digit opens an input box. */
export function PriceCell({ known, at, editable, label, draft, onCommit }: PriceCellProps) {
  const shown = useSyncExternalStore(draft.subscribe, () => draft.shownAt(at))
  const dearer = useSyncExternalStore(draft.subscribe, () => draft.isDearerAt(at))
  const open = editable && shown && 'key' in shown ? shown : undefined
  const mine = shown && 'station' in shown ? shown : undefined
  const now = known.price === null ? '' : figure(known.price)
  if (open)
    return (
      <div data-price={at} data-now={now} className={classes.editing}>
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a click in this very cell
          autoFocus
          className={classes.box}
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={open.typed ?? (open.text || NO_PRICE)}
          onFocus={({ currentTarget: box }) =>
            open.typed === undefined && open.text.length !== 1 ? box.select() : box.setSelectionRange(box.value.length, box.value.length)
          }
          // Stored on each keystroke, because the row may be rendered anew at any moment.
          onChange={({ currentTarget: box, nativeEvent }) => {
            if (!isPaste(nativeEvent)) box.value = shiftIn(open.typed ?? (open.text || NO_PRICE), box.value, 3)
            draft.editing.set({ ...open, typed: box.value })
          }}
          onBlur={({ currentTarget }) => draft.editing.get()?.key === at && onCommit(currentTarget.value)}
        />
      </div>
    )
  const { next } = known
  const odd = mine?.price ? [confirmationReason(mine.price, known.price), dearer && SELF_DEARER].filter(Boolean).join(' ') : undefined
  const planned = next && `Dal ${dayTime(next.valid_from)}: ${figure(next.price)}`
  const inner = mine ? (
    <>
      {(mine.wrong || odd) && <IconExclamationCircle size={14} aria-hidden />}
      <span className={classes.typed}>{mine.price === null ? mine.text : figure(mine.price)}</span>
      {mine.price !== null && <span className={classes.away}>{difference(mine.price, known.price)}</span>}
    </>
  ) : (
    <>
      {planned && <IconClock size={14} aria-label={planned} />}
      {now || '–'}
    </>
  )
  if (!editable)
    return (
      <span data-price="" data-now={now} className={classes.read} data-state={mine?.wrong && 'wrong'} title={planned ?? undefined}>
        {inner}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.cell}
      data-price={at}
      data-now={now}
      data-state={mine && (mine.wrong ? 'wrong' : odd ? 'odd' : 'typed')}
      aria-label={
        mine
          ? [`${label}: ${mine.text}, ${mine.wrong ?? difference(mine.price!, known.price)}`, odd].filter(Boolean).join(', ')
          : `${label}: ${now || 'nessun prezzo'}`
      }
      title={(mine?.wrong ?? odd) || planned || undefined}
      onClick={() => draft.editing.set({ key: at, text: mine?.text ?? now })}
    >
      {inner}
    </button>
  )
}
