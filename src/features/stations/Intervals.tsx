import classes from './hours.module.css'

/** `07:00–12:30` as `7–12:30`: a day column is narrow. */
const short = (text: string) => text.replaceAll(':00', '').replace(/(^|–)0(?=\d)/g, '$1')

/** The hours of a day (`hoursText`), one interval under the other. */
export const Intervals = ({ text }: { text: string }) =>
  (text || '–').split(', ').map((one) => (
    <span key={one} className={classes.interval}>
      {short(one)}
    </span>
  ))
