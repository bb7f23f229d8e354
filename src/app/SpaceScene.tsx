import classes from './SpaceScene.module.css'

const STARS = [
  [12, 22],
  [38, 74],
  [61, 14],
  [88, 52],
  [128, 20],
  [150, 84],
  [176, 34],
  [205, 66],
  [226, 18],
] as const

/** The drawing of the 404 page: a fuel pump in outer space. */
export const SpaceScene = () => (
  <svg viewBox="0 0 240 100" className={classes.scene} aria-hidden="true">
    {STARS.map(([x, y]) => (
      <circle key={x} className={classes.star} cx={x} cy={y} r="1.5" />
    ))}
    <circle className={classes.planet} cx="120" cy="52" r="24" />
    <ellipse className={classes.ring} cx="120" cy="52" rx="40" ry="9" transform="rotate(-14 120 52)" />
    <g className={classes.pump}>
      <path d="M186 56v-18a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v18z" />
      <path d="M189 40h10v6h-10zM202 44h3a3 3 0 0 1 3 3v5a2 2 0 0 0 4 0v-9l-4-4" />
    </g>
  </svg>
)
