import classes from './ScoreRing.module.css'

interface ScoreRingProps {
  /** 0–100; null when nothing was scored. */
  score: number | null
  /** The outcome: colours the ring and is the text below it. */
  outcome: { tone: 'ok' | 'wait' | 'error' | 'neutral'; label: string }
}

const RADIUS = 42
const LENGTH = 2 * Math.PI * RADIUS

/** The score of a verifica as a ring, with number and outcome as text. */
export function ScoreRing({ score, outcome }: ScoreRingProps) {
  const written = score === null ? '–' : score.toLocaleString('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const said = score === null ? 'Nessun punteggio' : `Punteggio ${written} su 100`
  return (
    <figure className={classes.ring} data-tone={outcome.tone}>
      <svg viewBox="0 0 100 100" role="img" aria-label={said}>
        <circle className={classes.track} cx="50" cy="50" r={RADIUS} />
        {score !== null && score > 0 && (
          <circle
            className={classes.arc}
            cx="50"
            cy="50"
            r={RADIUS}
            strokeDasharray={`${(LENGTH * Math.min(100, score)) / 100} ${LENGTH}`}
          />
        )}
        <text className={classes.number} x="50" y="50" textAnchor="middle" dominantBaseline="central">
          {written}
        </text>
      </svg>
      <figcaption className={classes.caption}>{outcome.label}</figcaption>
    </figure>
  )
}
