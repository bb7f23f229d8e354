import { useSyncExternalStore } from 'react'
import type { PriceCell as Known } from '../../contract/prices/prices.ts'
import { dayTime } from '../../lib/format.ts'
import { thousandths } from '../../rules/prices/guards.ts'
import { IconClock, IconExclamationCircle } from '../../ui/icons.tsx'
import classes from './prices.module.css'
import type { TypedPrices } from './typed.ts'

// One for all: to make a formatter takes longer than all else in a cell.
const three = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
export const figure = (price: number) => three.format(price)
/** How far it is from what is in force: `+0,010`. */
export function difference(price: number, now: number | null): string {
  if (now === null) return 'nuovo'
  const away = thousandths(price) - thousandths(now)
  return `${away > 0 ? '+' : away < 0 ? '−' : '±'}${figure(Math.abs(away) / 1_000)}`
}

interface PriceCellProps {
  known: Known
  at: string
  /** It takes what is typed. */
  editable: boolean
  /** 'Benzina self, PV001' */
  label: string
  typed: TypedPrices
  onCommit: (text: string) => void
}
/** A price of the grid: what is in force, or what is typed in its place with its difference. A click, F2 or a figure makes it a box. */
export function PriceCell({ known, at, editable, label, typed, onCommit }: PriceCellProps) {
  const shown = useSyncExternalStore(typed.subscribe, () => typed.shownAt(at))
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
          defaultValue={open.typed ?? open.text}
          onFocus={({ currentTarget: box }) =>
            open.typed === undefined && open.text.length > 1 ? box.select() : box.setSelectionRange(box.value.length, box.value.length)
          }
          // Kept as it is typed: the row may be drawn anew at any moment.
          onChange={({ currentTarget: { value } }) => typed.editing.set({ ...open, typed: value })}
          onBlur={({ currentTarget }) => typed.editing.get()?.key === at && onCommit(currentTarget.value)}
        />
      </div>
    )
  const { next } = known
  const planned = next && `Dal ${dayTime(next.valid_from)}: ${figure(next.price)}`
  const inner = mine ? (
    <>
      {mine.wrong && <IconExclamationCircle size={14} aria-hidden />}
      <span className={classes.typed}>{mine.price === null ? mine.text : figure(mine.price)}</span>
      <span className={classes.away}>{mine.price === null ? mine.wrong : difference(mine.price, known.price)}</span>
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
      data-state={mine && (mine.wrong ? 'wrong' : 'typed')}
      aria-label={
        mine ? `${label}: ${mine.text}, ${mine.wrong ?? difference(mine.price!, known.price)}` : `${label}: ${now || 'nessun prezzo'}`
      }
      title={mine?.wrong ?? planned ?? undefined}
      onClick={() => typed.editing.set({ key: at, text: mine?.text ?? now })}
    >
      {inner}
    </button>
  )
}
