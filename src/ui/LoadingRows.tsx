import { VisuallyHidden } from '@mantine/core'
import classes from './LoadingRows.module.css'

/** Placeholder rows. They take their room at once and appear after 200 ms, so that a quick answer shows no placeholder. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  return (
    <div className={classes.rows} aria-busy="true">
      <VisuallyHidden role="status">Caricamento in corso</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
        <div key={row} className={`skeleton ${classes.row}`} style={{ width: `${96 - ((row * 13) % 30)}%` }} />
      ))}
    </div>
  )
}
