import classes from './hours.module.css'

/** One under the other, as a day column is narrow. */
export const Intervals = ({ text }: { text: string }) =>
  (text || '–').split(', ').map((one) => (
    <span key={one} className={classes.interval}>
      {one}
    </span>
  ))
