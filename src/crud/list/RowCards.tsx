import { Link } from '@tanstack/react-router'
import { Fragment, useDeferredValue, useId } from 'react'
import { type ColumnContent, type Row, type RowsProps, titleColumn } from './columns.ts'
import classes from './RowCards.module.css'
import { RowMenu } from './RowMenu.tsx'
import { useRoving } from './use-roving.ts'

/** Empty, or a dash that stands for empty in a table: no line on a card. */
const blank = (shown: unknown) => [undefined, null, '', false, '–'].includes(shown as string)

/** Enough to fill the screen of a phone. */
const FIRST = 4

/**
 * Rows on a phone, in four lines where the columns say which line is theirs (`card`): title and link, place, states, who and when. A column that says nothing
 * is the place if it is the second and no number, else a line of its own.
 */
export function RowCards<T extends Row>({ rows, columns, link, actions, busy, onOpen, state, back, current, ticks }: RowsProps<T>) {
  // The first screen of cards is drawn at once, the rest after it is shown. Placeholders keep their room until then.
  const drawn = useDeferredValue(rows.length, back ? rows.length : FIRST)
  const roving = useRoving(rows.length)
  const id = useId()
  const title = titleColumn(columns)
  const others = columns.filter((column) => column !== title)
  // A number says nothing without its heading.
  const [second] = others
  const subtitle = second?.numeric || second?.card ? undefined : second
  const on = (line: ColumnContent<T>['card']) => others.filter((column) => column !== subtitle && column.card === line)
  const parts = [
    [classes.place, on('place')],
    [classes.chips, on('chip')],
    [classes.foot, on('foot')],
    [classes.lines, on(undefined)],
  ] as const
  return (
    <ul className={classes.list} aria-labelledby="page-title" aria-busy={busy} data-busy={busy} data-opens={link && true} {...roving.on}>
      {rows.slice(0, drawn).map((row, at) => (
        <li key={row.id} className={classes.card} data-ticked={ticks?.has(row.id)} aria-current={row.id === current || undefined}>
          {ticks && (
            <label className={classes.tick}>
              <input
                type="checkbox"
                aria-labelledby={`${id}-${row.id}`}
                checked={ticks.has(row.id)}
                onChange={() => ticks.toggle(row.id, false)}
              />
            </label>
          )}
          <div className={classes.body}>
            {link && !ticks ? (
              <Link
                {...link(row)}
                state={state as never}
                id={`${id}-${row.id}`}
                className={classes.title}
                data-row={row.id}
                tabIndex={roving.stop(at)}
                onClick={() => onOpen(row.id)}
              >
                {title?.show(row)}
              </Link>
            ) : (
              <span id={`${id}-${row.id}`} className={classes.title}>
                {title?.show(row)}
              </span>
            )}
            {subtitle && !blank(subtitle.show(row)) && <div className={classes.subtitle}>{subtitle.show(row)}</div>}
            {parts.map(
              ([look, columns]) =>
                !!columns.length && (
                  <dl key={look} className={look}>
                    {columns.map(({ heading, show, onCard = show }) => {
                      const shown = blank(show(row)) ? null : onCard(row)
                      return blank(shown) ? null : (
                        <Fragment key={heading}>
                          <dt>{heading}</dt>
                          <dd>{shown}</dd>
                        </Fragment>
                      )
                    })}
                  </dl>
                ),
            )}
          </div>
          {actions && !ticks && (
            <div className={classes.menu}>
              <RowMenu actions={actions(row)} of={`${id}-${row.id}`} tabIndex={link && roving.stop(at)} />
            </div>
          )}
        </li>
      ))}
      {rows.slice(drawn).map(({ id }) => (
        <li key={id} className={`${classes.card} ${classes.later}`} />
      ))}
    </ul>
  )
}

/** Placeholders for cards while loading. */
export function LoadingCards({ rows }: { rows: number }) {
  return (
    <ul className={`${classes.list} ${classes.loading}`} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same and never move
        <li key={row} className={classes.card}>
          <div className={classes.body}>
            <div className="skeleton" style={{ width: '60%' }} />
            <div className="skeleton" style={{ width: '40%' }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
